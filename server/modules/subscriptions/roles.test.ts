import { beforeAll, beforeEach, expect, test } from 'vitest'
import { machineClock } from '#server/platform/clock.ts'
import { makePayment, makePeriod, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { currentAccess } from './current-access.ts'
import { rolesOf } from './roles.ts'

const database = openForFile(createTestDatabase)
let userId: number

beforeAll(async () => {
  await makeProduct(database, { code: 'premium_1y', access: ['web', 'mobile', 'device6'], deviceLimit: 6 })
  await makeProduct(database, { code: 'standard_1y', access: ['web', 'device3'], deviceLimit: 3 })
  await makeProduct(database, { code: 'advert_4w', access: ['no_advert'], deviceLimit: 0 })
})
beforeEach(async () => {
  userId = (await makeReader({ db: database.db, clock: machineClock })).id
})

const at = (text: string) => Temporal.Instant.from(text)
const now = at('2026-11-21T10:00:00Z')
const deps = (instant = now) => ({ db: database.db, clock: { now: () => instant } })
const seconds = (text: string) => at(text).epochMilliseconds / 1000
const period = (productCode: string, to: string, more: Partial<Parameters<typeof makePeriod>[1]> = {}) =>
  makePeriod(database, { userId, productCode, startsAt: at('2026-01-01T00:00:00Z'), endsAt: at(to), ...more })
const renewal = (state: 'active' | 'user_stop', nextProductCode: string) => ({
  state,
  chargeAt: at('2027-01-01T00:00:00Z'),
  nextProductCode,
})

test('R3.04 a reader without a running subscription has no role', async () => {
  expect(await rolesOf(deps(), userId, false)).toEqual({})
})

test('R3.05 each access flag is one role, till the end of the subscription that gives it', async () => {
  await period('premium_1y', '2027-03-14T18:42:00.999Z')
  const claims = { exp: seconds('2027-03-14T18:42:00Z'), dlr: false, rec: false }
  expect(await rolesOf(deps(), userId, false)).toEqual({ web: claims, mobile: claims, device6: claims })
})

test('R3.05 a flag of two subscriptions lasts till the later end, in whatever order they were bought', async () => {
  for (const [first, second] of [
    ['premium_1y', 'standard_1y'],
    ['standard_1y', 'premium_1y'],
  ] as const) {
    userId = (await makeReader({ db: database.db, clock: machineClock })).id
    await period(first, '2027-06-01T00:00:00Z')
    await period(second, '2027-02-01T00:00:00Z')
    const roles = await rolesOf(deps(), userId, false)
    expect(roles['web']?.exp).toBe(seconds('2027-06-01T00:00:00Z'))
  }
})

test('R3.05 a role renews when any subscription that gives it does', async () => {
  await period('standard_1y', '2027-06-01T00:00:00Z', { renewals: [renewal('user_stop', 'standard_1y')] })
  await period('premium_1y', '2027-02-01T00:00:00Z', { renewals: [renewal('active', 'premium_1y')] })
  const roles = await rolesOf(deps(), userId, false)
  expect({ web: roles['web']?.rec, device3: roles['device3']?.rec, mobile: roles['mobile']?.rec }).toEqual({
    web: true,
    device3: false,
    mobile: true,
  })
})

test('R3.03 every role tells the calling device that it is over the limit', async () => {
  await period('premium_1y', '2027-02-01T00:00:00Z')
  const roles = await rolesOf(deps(), userId, true)
  expect(Object.values(roles).map(role => role.dlr)).toEqual([true, true, true])
})

test('R4.05 roles begin with the first instant of the period and end with its last', async () => {
  await period('advert_4w', '2026-01-29T00:00:00Z')
  const rolesAt = async (instant: string) => Object.keys(await rolesOf(deps(at(instant)), userId, false))
  expect(await rolesAt('2025-12-31T23:59:59.999Z')).toEqual([])
  expect(await rolesAt('2026-01-01T00:00:00Z')).toEqual(['no_advert'])
  expect(await rolesAt('2026-01-28T23:59:59.999Z')).toEqual(['no_advert'])
  expect(await rolesAt('2026-01-29T00:00:00Z')).toEqual([])
})

test('R6.03 the highest device limit among running subscriptions counts', async () => {
  await period('standard_1y', '2027-02-01T00:00:00Z')
  await period('advert_4w', '2027-02-01T00:00:00Z')
  expect(await currentAccess(deps(), userId)).toEqual({
    isSubscriber: true,
    deviceLimit: 3,
    hasRecurringSms: false,
  })
  await period('premium_1y', '2026-02-01T00:00:00Z')
  expect((await currentAccess(deps(), userId)).deviceLimit).toBe(3)
  await period('premium_1y', '2027-02-01T00:00:00Z')
  expect((await currentAccess(deps(), userId)).deviceLimit).toBe(6)
})

test('R6.05 a recurring SMS payment is one by SMS with its renewal on', async () => {
  const paid = (method: 'sms' | 'card') =>
    makePayment(database, { userId, productCode: 'advert_4w', method, at: at('2026-01-01T00:00:00Z') })
  const has = async () => (await currentAccess(deps(), userId)).hasRecurringSms
  const till = '2027-02-01T00:00:00Z'
  await period('advert_4w', till, {
    paymentId: await paid('card'),
    renewals: [renewal('active', 'advert_4w')],
  })
  await period('advert_4w', till, {
    paymentId: await paid('sms'),
    renewals: [renewal('user_stop', 'advert_4w')],
  })
  await period('advert_4w', till, { paymentId: await paid('sms') })
  expect(await has()).toBe(false)
  await period('advert_4w', till, {
    paymentId: await paid('sms'),
    renewals: [renewal('active', 'advert_4w')],
  })
  expect(await has()).toBe(true)
})
