import { beforeAll, expect, test } from 'vitest'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import { applyPlannedPrices } from '#server/modules/subscriptions/index.ts'
import { placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
let publisher: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  server.clock.set('2026-12-30T12:00:00Z')
  publisher = await openOperator(server, [
    'products:read',
    'products:write',
    'vat-rates:read',
    'vat-rates:write',
  ])
})

const call = async (name: string, input: Record<string, unknown>) =>
  (await publisher.call(name, input)).json<Record<string, unknown>>()
type Offered = { items: { code: string; price: { amount: number }; vat: { rate_percent: number }[] }[] }
const offered = async (code: string) =>
  (await server.app.inject('/rest/api/prv/v1/products'))
    .json<Offered>()
    .items.find(each => each.code === code)

test('R1.22 products are added and changed by the rules of products.json, each fault at its field', async () => {
  const product = {
    code: 'club_1y',
    group: 'premium',
    audience: 'company',
    price_cents: 5000,
    currency: 'EUR',
    length: 'P1Y',
    access: ['web'],
    device_limit: 6,
    seats: 5,
    name: { sk: 'Klub', en: 'Club' },
    sold: true,
  }
  expect(await call('products add', { ...product, group: 'standard' })).toMatchObject({
    errors: [{ key: 'invalid_input', field: 'group', message: expect.stringContaining('never sold') }],
  })
  expect(await call('products add', { ...product, length: 'a year', seats: 0 })).toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({ field: 'length' }),
      expect.objectContaining({ field: 'seats' }),
    ]),
  })
  expect(await call('products add', { ...product, renews_into: 'nothing' })).toMatchObject({
    errors: [{ key: 'operation_refused', field: 'renews_into' }],
  })
  expect(await call('products add', product)).toMatchObject({
    code: 'club_1y',
    print_cents: 0,
    renews_into: null,
  })
  expect(await call('products add', product)).toMatchObject({ errors: [{ field: 'code' }] })
  expect(await offered('club_1y')).toMatchObject({ price: { amount: 5000 } })
  expect(await call('products change', { code: 'club_1y', print_cents: 5001 })).toMatchObject({
    errors: [{ field: 'print_cents' }],
  })
  expect(await call('products change', { code: 'club_1y', sold: true })).toMatchObject({
    errors: [{ key: 'operation_refused' }],
  })
  expect(await call('products change', { code: 'club_1y', sold: false })).toMatchObject({
    sold: false,
    seats: 5,
  })
  expect(await offered('club_1y')).toBeUndefined()
  expect((await publisher.call('products change', { code: 'nothing', sold: false })).statusCode).toBe(404)
})

test('race: of twenty that are added at once by one code one is kept, and the others are refused at the code', async () => {
  const product = {
    code: 'raced_1y',
    group: 'premium',
    audience: 'person',
    currency: 'EUR',
    length: 'P1Y',
    access: ['web'],
    device_limit: 6,
    seats: 1,
    name: { sk: 'Preteky', en: 'Race' },
    sold: true,
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => call('products add', { ...product, price_cents: 5000 + index })),
  )
  const [added, ...others] = answers.filter(each => !('errors' in each))
  expect(others).toEqual([])
  for (const each of answers.filter(answer => answer !== added)) {
    expect(each).toMatchObject({ errors: [{ key: 'operation_refused', field: 'code' }] })
  }
  expect((await offered('raced_1y'))?.price.amount).toBe(added?.price_cents)
})

test('R3.06 a price that is planned holds from its day on; what was ordered before keeps its price', async () => {
  const reader = await server.signIn()
  const before = await placeOrder(reader, premiumByTransfer)
  expect(await call('prices plan', { code: 'premium_1y', from: '2026-12-30', price_cents: 1 })).toMatchObject(
    {
      errors: [{ key: 'operation_refused', field: 'from' }],
    },
  )
  const plan = { code: 'premium_1y', from: '2027-01-02', price_cents: 9490 }
  expect(await call('prices plan', { ...plan, print_cents: 9491 })).toMatchObject({
    errors: [{ field: 'print_cents' }],
  })
  await call('prices plan', { ...plan, price_cents: 9990 })
  await call('prices plan', plan)
  await applyPlannedPrices(server.money)
  expect(await offered('premium_1y')).toMatchObject({ price: { amount: 8990 } })
  // Midnight in Bratislava is 23:00 in Greenwich.
  server.clock.set('2027-01-01T23:00:01Z')
  await Promise.all(Array.from({ length: 5 }, () => applyPlannedPrices(server.money)))
  expect(await offered('premium_1y')).toMatchObject({ price: { amount: 9490 } })
  expect(await call('prices list', { code: 'premium_1y' })).toMatchObject({
    items: [{ from: '2027-01-02', price_cents: 9490, former_cents: 8990 }],
  })
  await reader.browser.signIn(reader.email)
  expect((await reader.readOrder(before.id)).price.amount).toBe(8990)
  const other = await server.signIn()
  expect((await placeOrder(other, premiumByTransfer)).price.amount).toBe(9490)
  expect(await call('prices cancel', { code: 'premium_1y', from: '2027-01-02' })).toMatchObject({
    errors: [{ field: 'from' }],
  })
})

test('a rate of VAT that is planned holds from its day on, and never changes what was invoiced', async () => {
  const buy = async () => {
    const reader = await server.signIn()
    const { transfer } = await placeOrder(reader, { ...premiumByTransfer, product: 'standard_1y' })
    await receiveTransfer(server.money, {
      variableSymbol: transfer?.variable_symbol ?? '',
      amountCents: transfer?.price.amount ?? 0,
    })
    return reader
  }
  const vatOf = async (reader: Awaited<ReturnType<typeof buy>>) => {
    await reader.browser.signIn(reader.email)
    return (await reader.browser.get(`${reader.own}/invoices`)).json<{ items: { vat?: unknown }[] }>()
      .items[0]
  }
  const before = await buy()
  const invoiced = await vatOf(before)
  expect(await call('vat-rates plan', { kind: 'digital', from: '2025-06-01', percent: 19 })).toMatchObject({
    errors: [{ key: 'operation_refused', field: 'from' }],
  })
  expect(await call('vat-rates plan', { kind: 'digital', from: '2027-07-01', percent: 25.5 })).toMatchObject({
    errors: [{ field: 'percent' }],
  })
  await call('vat-rates plan', { kind: 'digital', from: '2027-07-01', percent: 25 })
  expect((await offered('standard_1y'))?.vat).toMatchObject([{ rate_percent: 23 }])
  server.clock.set('2027-06-30T22:00:01Z')
  expect((await offered('standard_1y'))?.vat).toMatchObject([{ rate_percent: 25 }])
  expect(await vatOf(before)).toEqual(invoiced)
  expect(await call('vat-rates cancel', { kind: 'digital', from: '2027-07-01' })).toMatchObject({
    errors: [{ key: 'operation_refused' }],
  })
})
