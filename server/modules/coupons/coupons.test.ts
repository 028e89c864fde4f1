import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { CouponPreview } from '#contract/coupons/coupons.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { users } from '#server/modules/identity/tables.ts'
import { recurringProfiles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { keyOf, signInCodeReader } from '#server/testing/make/code-reader.ts'
import { makeCoupon } from '#server/testing/make/coupon.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSubscription } from '#server/testing/make/subscription.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { coupons, gifts } from './tables.ts'

const server = openForFile(createTestApp)

const signInSomebody = () => signInCodeReader(server)

/** A running subscription of 30 days that renews by card. */
async function renewing(userId: number) {
  const { db, clock } = server.deps
  await makeSubscription(server.deps, { userId })
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  if (!row) throw new Error('There is no subscription')
  await db.insert(recurringProfiles).values({
    subscriptionId: row.id,
    state: 'active',
    chargeAt: clock.now().add({ hours: 28 * 24 }),
    nextProductCode: row.productCode,
    priceCents: row.priceCents,
  })
  return row
}

test('R1.13 R2.11 a code shows what it gives before it is used, and gives it once', async () => {
  const reader = await signInSomebody()
  const { code, id } = await makeCoupon(server.deps)
  const preview = await reader.preview(code)
  expect(preview.statusCode).toBe(200)
  const seen = preview.json<CouponPreview>()
  expect(seen).toMatchObject({
    kind: 'code',
    group: 'premium',
    type: { name: 'Darčekové Prémium' },
    access: ['web', 'mobile', 'device6'],
    device_limit: 6,
    obstacle: null,
    gift: null,
  })
  expect(await reader.subscriptions()).toEqual([])

  const answer = await reader.activate(code)
  expect(answer.statusCode).toBe(201)
  const given = answer.json<Subscription>()
  expect(given).toMatchObject({ group: 'premium', state: 'active', recurrence: { state: 'unavailable' } })
  expect(await reader.subscriptions()).toEqual([given])
  const [row] = await server.deps.db.select().from(coupons).where(eq(coupons.id, id))
  expect(row).toMatchObject({ usedBy: reader.id, subscriptionId: given.id })

  const log = await reader.browser.get(`${reader.own}/activity`)
  const used = log.json<{ items: Activity[] }>().items.filter(item => item.kind === 'coupon_used')
  expect(used.map(item => item.details)).toEqual([{ product: 'coupon_premium_P1Y' }])
  expect(log.body).not.toContain(code)
})

test.each([
  (code: string) => code.toLowerCase(),
  (code: string) => ` ${code.replaceAll('-', ' ')}\n`,
  (code: string) => code.replaceAll('-', '–'),
])('R5.08 spaces, dashes and case do not matter', async rewrite => {
  const reader = await signInSomebody()
  const { code } = await makeCoupon(server.deps)
  expect((await reader.activate(rewrite(code))).statusCode).toBe(201)
})

test.each(['', ' - ', '–'])('R5.08 an empty code (%j) is refused at its field', async code => {
  const reader = await signInSomebody()
  for (const answer of [await reader.preview(code), await reader.activate(code)]) {
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'required', field: 'code' }] })
  }
})

describe('R4.13 R8.09 each state of a code has its own answer', () => {
  test('used, also by the same reader', async () => {
    const reader = await signInSomebody()
    const other = await signInSomebody()
    const { code } = await makeCoupon(server.deps)
    await reader.activate(code)
    for (const somebody of [reader, other]) {
      expect(keyOf(await somebody.preview(code))).toBe('coupon_already_used')
      expect(keyOf(await somebody.activate(code))).toBe('coupon_already_used')
    }
    expect(await other.subscriptions()).toEqual([])
  })

  test('expired, from its first instant on', async () => {
    const reader = await signInSomebody()
    const { code } = await makeCoupon(server.deps, { expiresAt: server.clock.now() })
    const answer = await reader.activate(code)
    expect(answer.statusCode).toBe(422)
    expect(keyOf(answer)).toBe('coupon_expired')
    expect(keyOf(await reader.preview(code))).toBe('coupon_expired')
  })

  test('unknown', async () => {
    const reader = await signInSomebody()
    const answer = await reader.activate('AAAA-BBBB-CCCC-DDDD')
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'coupon_doesnt_exist', field: 'code' }] })
    expect(answer.body).not.toContain('AAAA')
  })

  test('a giveaway for readers without a subscription, while this reader has one', async () => {
    const reader = await signInSomebody()
    const { code, id } = await makeCoupon(server.deps, { kind: 'giveaway' })
    await makeSubscription(server.deps, { userId: reader.id })
    const preview = await reader.preview(code)
    expect(preview.json()).toMatchObject({ obstacle: 'coupon_giveaway_user_active_subscription' })
    expect(keyOf(await reader.activate(code))).toBe('coupon_giveaway_user_active_subscription')
    const [row] = await server.deps.db.select().from(coupons).where(eq(coupons.id, id))
    expect(row?.usedAt).toBeNull()
  })

  test.each(['code', 'gift'] as const)('a %s while a renewal is on; once it is off, it works', async kind => {
    const reader = await signInSomebody()
    const { code } = await makeCoupon(server.deps, { kind })
    const current = await renewing(reader.id)
    expect((await reader.preview(code)).json()).toMatchObject({
      obstacle: 'coupon_user_active_recurrence',
      renewing_subscription_id: current.id,
    })
    expect(keyOf(await reader.activate(code))).toBe('coupon_user_active_recurrence')

    await server.deps.db
      .update(recurringProfiles)
      .set({ state: 'user_stop' })
      .where(eq(recurringProfiles.subscriptionId, current.id))
    const given = await reader.activate(code)
    expect(given.json()).toMatchObject({ state: 'future', period: { from: current.endsAt.toString() } })
  })
})

describe('R9.02 a present', () => {
  test('tells who gives it and what they wrote', async () => {
    const giver = await makeReader(server.deps, { name: 'Peter Sedláček' })
    const reader = await signInSomebody()
    const { code, id } = await makeCoupon(server.deps, { kind: 'gift' })
    await server.deps.db.insert(gifts).values({
      couponId: id,
      buyerId: giver.id,
      email: 'somebody@dennik.example',
      message: 'Všetko najlepšie!',
      sendOn: '2026-01-01',
    })
    expect((await reader.preview(code)).json()).toMatchObject({
      kind: 'gift',
      gift: { from: 'Peter Sedláček', message: 'Všetko najlepšie!' },
    })
  })

  test('for a subscriber begins when all that the subscriber has ends, so that no day is lost', async () => {
    const reader = await signInSomebody()
    await makeSubscription(server.deps, { userId: reader.id, days: 10 })
    await makeSubscription(server.deps, { userId: reader.id, days: 40 })
    const [first, second] = [
      await makeCoupon(server.deps, { kind: 'gift' }),
      await makeCoupon(server.deps, { kind: 'gift' }),
    ]
    const answers = await Promise.all([reader.activate(first.code), reader.activate(second.code)])
    expect(answers.map(answer => answer.statusCode)).toEqual([201, 201])
    const periods = (await reader.subscriptions())
      .map(({ period }) => period)
      .sort((a, b) => Date.parse(a.to) - Date.parse(b.to))
    expect(periods[2]?.from).toBe(periods[1]?.to)
    expect(periods[3]?.from).toBe(periods[2]?.to)
  })
})

describe('R9.02 R9.04 a year is a year of the calendar in Bratislava', () => {
  test.each([
    ['across both changes of time', '2027-03-01T11:30:00Z', '2028-03-01T11:30:00Z'],
    ['from the hour of summer time', '2027-07-10T22:30:00Z', '2028-07-10T22:30:00Z'],
    ['from 29 February', '2028-02-29T08:00:00Z', '2029-02-28T08:00:00Z'],
    [
      'past midnight in Bratislava, the evening before in London',
      '2028-02-28T23:30:00Z',
      '2029-02-27T23:30:00Z',
    ],
    ['into summer time by the clock on the wall', '2027-03-28T10:00:00Z', '2028-03-28T10:00:00Z'],
  ])('%s', async (_, from, to) => {
    server.clock.set(from)
    const reader = await signInSomebody()
    const { code } = await makeCoupon(server.deps, { expiresAt: server.clock.now().add({ hours: 24 }) })
    const { period } = (await reader.activate(code)).json<Subscription>()
    // The tests' clock runs: what matters is the length.
    const drift = Temporal.Instant.from(from).until(period.from)
    expect(Temporal.Instant.from(to).add(drift).toString()).toBe(period.to)
  })

  test('four weeks over the beginning of summer time end at the same time of day', async () => {
    server.clock.set('2027-03-20T09:00:00Z')
    const reader = await signInSomebody()
    const { code } = await makeCoupon(server.deps, { length: 'P4W' })
    const { period } = (await reader.activate(code)).json<Subscription>()
    const drift = Temporal.Instant.from('2027-03-20T09:00:00Z').until(period.from)
    expect(period.to).toBe(Temporal.Instant.from('2027-04-17T08:00:00Z').add(drift).toString())
  })
})

test('race: fifty uses of one code from five accounts at once give one subscription', async () => {
  const readers = await Promise.all(Array.from({ length: 5 }, () => signInSomebody()))
  const { code } = await makeCoupon(server.deps)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => readers.map(reader => reader.activate(code))).flat(),
  )
  expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(1)
  const refused = answers.filter(answer => answer.statusCode !== 201)
  expect(new Set(refused.map(keyOf))).toEqual(new Set(['coupon_already_used']))
  expect((await Promise.all(readers.map(reader => reader.subscriptions()))).flat()).toHaveLength(1)
})

describe('a retry with the same Idempotency-Key (idempotent)', () => {
  test('gets the first answer, also concurrently', async () => {
    const reader = await signInSomebody()
    const { code } = await makeCoupon(server.deps)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => reader.activate(code, { 'idempotency-key': 'press-1' })),
    )
    expect(answers.map(answer => answer.statusCode)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
    expect(await reader.subscriptions()).toHaveLength(1)
  })

  test('is refused for another code', async () => {
    const reader = await signInSomebody()
    const [first, second] = [await makeCoupon(server.deps), await makeCoupon(server.deps)]
    await reader.activate(first.code, { 'idempotency-key': 'press-2' })
    const answer = await reader.activate(second.code, { 'idempotency-key': 'press-2' })
    expect(keyOf(answer)).toBe('idempotency_key_reused')
    expect(await reader.subscriptions()).toHaveLength(1)
  })

  test('does not work for another reader', async () => {
    const [reader, other] = [await signInSomebody(), await signInSomebody()]
    const { code } = await makeCoupon(server.deps)
    await reader.activate(code, { 'idempotency-key': 'press-3' })
    expect(keyOf(await other.activate(code, { 'idempotency-key': 'press-3' }))).toBe('coupon_already_used')
  })
})

test('R6.01 a code is used only for the reader who is signed in', async () => {
  const [reader, other] = [await signInSomebody(), await signInSomebody()]
  const { code } = await makeCoupon(server.deps)
  for (const path of ['coupon-previews', 'coupon-activations']) {
    const answer = await other.browser.post(`${reader.own}/${path}`, { json: { code } })
    expect(answer.statusCode).toBe(403)
    const visitor = await openBrowser(server.app).post(`${reader.own}/${path}`, { json: { code } })
    expect(visitor.statusCode).toBe(401)
  }
  expect(await reader.subscriptions()).toEqual([])
})

test('R8.07 an account that is to be erased uses no code', async () => {
  const reader = await signInSomebody()
  const { db, clock } = server.deps
  await db.update(users).set({ anonymizationRequestedAt: clock.now() }).where(eq(users.id, reader.id))
  const { code } = await makeCoupon(server.deps)
  expect(keyOf(await reader.activate(code))).toBe('user_anonymization_pending')
})

test('the database stores only hashes of codes', async () => {
  const { code } = await makeCoupon(server.deps)
  const kept = JSON.stringify(await server.deps.db.select().from(coupons))
  expect(kept.toUpperCase()).not.toContain(code.replaceAll('-', ''))
})
