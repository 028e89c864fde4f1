import { planPrice, planVatRate } from '#server/modules/subscriptions/index.ts'
import { makeProduct } from '../make/purchase.ts'
import type { TestApp } from '../setup/test-app.ts'
import type { Examples } from './example.ts'

const newCode = () => `product_${crypto.randomUUID()}`

async function addProduct(server: TestApp): Promise<string> {
  const code = newCode()
  await makeProduct(server.deps, { code })
  return code
}

let day = Temporal.PlainDate.from('2098-01-01')

/** A future day, unique among examples. */
function nextDay(): string {
  day = day.add({ days: 1 })
  return day.toString()
}

export const productExamples: Examples = {
  'products list': async () => ({ sold: true }),
  'products add': async () => ({
    code: newCode(),
    group: 'premium',
    audience: 'person',
    price_cents: 8990,
    currency: 'EUR',
    length: 'P1Y',
    access: ['web', 'mobile'],
    device_limit: 6,
    seats: 1,
    name: { sk: 'Prémium', en: 'Premium' },
    sold: true,
  }),
  'products change': async server => ({ code: await addProduct(server), price_cents: 9990 }),
  'prices list': async () => ({}),
  'prices plan': async server => ({ code: await addProduct(server), from: nextDay(), price_cents: 9990 }),
  'prices cancel': async server => {
    const [code, from] = [await addProduct(server), nextDay()]
    await server.deps.db.transaction(tx =>
      planPrice(tx, server.deps, { productCode: code, fromDay: from, priceCents: 9990, printCents: 0 }),
    )
    return { code, from }
  },
  'vat-rates list': async () => ({}),
  'vat-rates plan': async () => ({ kind: 'digital', from: nextDay(), percent: 25 }),
  'vat-rates cancel': async server => {
    const from = nextDay()
    await server.deps.db.transaction(tx => planVatRate(tx, server.deps, { kind: 'print', from, percent: 7 }))
    return { kind: 'print', from }
  },
}
