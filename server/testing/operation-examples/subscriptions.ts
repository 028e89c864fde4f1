import { products } from '#server/modules/subscriptions/tables.ts'
import { makeCard, makePayment, makePeriod } from '../make/purchase.ts'
import { makeReader } from '../make/reader.ts'
import type { TestApp } from '../setup/test-app.ts'
import type { Examples } from './example.ts'

const reason = 'Žiadosť v liste z 20. novembra'

/** Makes sure that a product with a year of the web is there. */
export async function ensureProduct(
  { deps }: Pick<TestApp, 'deps'>,
  code: string,
  renewsInto: string | null,
) {
  const prices = {
    priceCents: 8990,
    currency: 'EUR',
    length: 'P1Y',
    nameSk: 'Prémium',
    nameEn: 'Premium',
  } as const
  const kind = { group: 'premium', audience: renewsInto === null ? 'gift' : 'person' } as const
  await deps.db
    .insert(products)
    .values({ code, ...kind, ...prices, access: ['web'], deviceLimit: 6, seats: 1, sold: true, renewsInto })
    .onConflictDoNothing()
}

async function makeRenewing(server: TestApp, state: 'active' | 'user_stop' = 'active') {
  const productCode = 'renewing_1y'
  await ensureProduct(server, productCode, productCode)
  const { id: userId } = await makeReader(server.deps)
  const startsAt = server.clock.now()
  const endsAt = startsAt.add({ hours: 24 * 365 })
  const cardId = await makeCard(server.deps, { userId })
  const paymentId = await makePayment(server.deps, { userId, productCode, at: startsAt, cardId })
  const chargeAt = endsAt.subtract({ hours: 48 })
  const renewals = [{ state, cardId, chargeAt, nextProductCode: productCode }]
  const period = { userId, productCode, startsAt, endsAt, paymentId, renewals }
  return { id: userId, subscription: await makePeriod(server.deps, period), reason, endsAt }
}

const switched = (state: 'active' | 'user_stop') => async (server: TestApp) => {
  const { endsAt: _, ...input } = await makeRenewing(server, state)
  return input
}

export const subscriptionExamples: Examples = {
  'subscriptions stop-renewal': switched('active'),
  'subscriptions start-renewal': switched('user_stop'),
  'subscriptions pause-renewal': async server => ({ ...(await switched('active')(server)), months: 2 }),
  'subscriptions resume-renewal': switched('active'),
  'subscriptions extend': async server => {
    const { endsAt, ...input } = await makeRenewing(server)
    return { ...input, days: 14, ends_at: endsAt.toString() }
  },
  'subscriptions give': async server => {
    await ensureProduct(server, 'given_1y', null)
    const { id } = await makeReader(server.deps)
    return { id, product: 'given_1y', days: 7, reason, key: `case-${id}` }
  },
}
