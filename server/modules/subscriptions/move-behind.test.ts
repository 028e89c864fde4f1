import { expect, test } from 'vitest'
import { lockReader } from '#server/modules/identity/index.ts'
import { findDaysTwice } from '#server/testing/inspect/no-day-twice.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { subscriptions } from './tables.ts'

const server = openForFile(createMoneyApp)

/** Two years, half a year later a dearer one that takes the place of both, and two more behind that. */
async function buyBehind() {
  const reader = await server.signIn()
  await buy(server, reader, 'standard_1y')
  await buy(server, reader, 'standard_1y')
  server.clock.set(
    server.clock
      .now()
      .add({ hours: 24 * 184 })
      .toString(),
  )
  await buy(server, reader, 'premium_plus_1y')
  await buy(server, reader, 'standard_1y')
  await buy(server, reader, 'standard_1y')
  const plus = (await reader.payments()).find(each => each.productCode === 'premium_plus_1y')
  return { reader, plus }
}

test('R11.01 what was bought behind a purchase comes, when that is withdrawn from, behind all that it had taken the place of', async () => {
  server.clock.set('2027-03-01T10:00:00Z')
  const { reader, plus } = await buyBehind()
  expect((await reader.withdraw(plus?.id ?? 0)).statusCode).toBe(200)

  const periods = (await reader.periods()).filter(each => each.productCode === 'standard_1y')
  expect(await findDaysTwice(server, periods, 0)).toEqual([])
  const days = periods.map(({ startsAt, endsAt }) => [startsAt, endsAt].map(at => at.toString().slice(0, 10)))
  expect(days).toEqual([
    ['2027-03-01', '2028-03-01'],
    ['2028-03-01', '2029-03-01'],
    ['2029-03-01', '2030-03-01'],
    ['2030-03-01', '2031-03-01'],
  ])
  const charges = (await reader.renewals()).filter(({ state }) => state === 'active')
  expect(charges.map(({ chargeAt }) => chargeAt.toString().slice(0, 10))).toEqual(['2031-02-27'])
})

test('R11.01 R11.03 where that lasts beyond the end of its pause, nothing is charged before it ends', async () => {
  const { reader, plus } = await buyBehind()
  const [last] = (await reader.renewals()).filter(({ state }) => state === 'active')
  expect((await reader.pause(last?.subscriptionId ?? 0, 1)).statusCode).toBe(200)
  expect((await reader.withdraw(plus?.id ?? 0)).statusCode).toBe(200)
  const endsAt = (await reader.periods()).find(({ id }) => id === last?.subscriptionId)?.endsAt
  const [charge] = (await reader.renewals()).filter(({ state }) => state === 'active')
  expect(charge).toMatchObject({ chargeAt: endsAt?.subtract({ hours: 48 }), pausedUntil: null })
})

test('R11.01 race: what is bought while the gateway tells of the refund comes behind all that, too', async () => {
  const { reader, plus } = await buyBehind()
  const last = (await reader.periods()).at(-1)
  const startsAt = last?.endsAt ?? server.clock.now()
  const buying = await holdLocks(server.deps.db, tx => lockReader(tx, reader.id))
  const { chargeReference, amountCents = 0 } = plus ?? {}
  await server.gateway.gateway.refund({ key: 'by-hand', reference: chargeReference ?? '', amountCents })
  await buying.waitedForBy(1)
  const endsAt = startsAt.add({ hours: 24 * 365 })
  const more = { userId: reader.id, productCode: 'standard_1y', priceCents: 5990, startsAt, endsAt }
  await buying.release(tx => tx.insert(subscriptions).values(more))
  await eventually(async () => (await reader.payments()).some(each => each.state === 'refunded')).toBe(true)
  const periods = (await reader.periods()).filter(each => each.productCode === 'standard_1y')
  expect(periods).toHaveLength(5)
  expect(await findDaysTwice(server, periods, 0)).toEqual([])
})
