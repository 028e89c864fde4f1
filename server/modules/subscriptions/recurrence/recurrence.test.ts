import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { makePayment, makePeriod } from '#server/testing/make/purchase.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { claimRenewals } from '../renewal/claim-renewals.ts'
import { remindOfPayments } from '../renewal/remind-readers.ts'
import { recurringProfiles, stopSurveys } from '../tables.ts'

const server = openForFile(createMoneyApp)

const off = { enabled: false }
const on = { enabled: true }
const survey = {
  survey_id: 'stop-recurrence',
  answers: { reason: ['price', 'adverts'] },
  feedback: '  Radšej čítam v nedeľu.  ',
}

const surveysOf = (subscriptionId: number) =>
  server.deps.db.select().from(stopSurveys).where(eq(stopSurveys.subscriptionId, subscriptionId))

describe('R1.02 R4.08 turning renewal off', () => {
  test('it runs to the end of its period and is not charged; the reader is told by mail', async () => {
    const reader = await server.subscribe()
    const answer = await reader.switchRecurrence(reader.subscriptionId, { ...off, survey })
    expect(answer.statusCode).toBe(200)
    expect(answer.json<Subscription>()).toMatchObject({
      id: reader.subscriptionId,
      state: 'active',
      period: { to: reader.endsAt.toString() },
      recurrence: { state: 'off', reason: 'stopped_by_reader', next_payment: null },
    })
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toBe('Obnovovanie predplatného je vypnuté')
    server.clock.set(reader.endsAt.toString())
    await server.chargeDue()
    expect(await reader.list()).toMatchObject([{ state: 'inactive' }])
    expect((await reader.payments()).map(each => each.purpose)).toEqual(['order'])
  })

  test('what the reader says is kept, once, whatever order the presses come in', async () => {
    const reader = await server.subscribe()
    await reader.switchRecurrence(reader.subscriptionId, { ...off, survey })
    await reader.switchRecurrence(reader.subscriptionId, { ...off, survey })
    expect(await surveysOf(reader.subscriptionId)).toMatchObject([
      {
        surveyId: 'stop-recurrence',
        answers: { reason: ['price', 'adverts'] },
        feedback: 'Radšej čítam v nedeľu.',
      },
    ])
  })

  test('race, idempotent: twenty at once, one mail, one survey, one line in the own log', async () => {
    const reader = await server.subscribe()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => reader.switchRecurrence(reader.subscriptionId, { ...off, survey })),
    )
    expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([200]))
    expect(await surveysOf(reader.subscriptionId)).toHaveLength(1)
    const log = await reader.browser.get(`${reader.own}/activity`)
    const kinds = log.json<{ items: { kind: string }[] }>().items.map(item => item.kind)
    expect(kinds.filter(kind => kind === 'recurrence_stopped')).toHaveLength(1)
  })

  test.each([
    [{ survey_id: 'nobody', answers: {} }],
    [{ survey_id: 'stop-recurrence', answers: { weather: ['rain'] } }],
    [{ survey_id: 'stop-recurrence', answers: { reason: ['rain'] } }],
    [{ survey_id: 'stop-recurrence-upgrade', answers: { upgrade: ['price', 'other'] } }],
    [{ survey_id: 'stop-recurrence', answers: { constructor: ['price'] } }],
  ])('answers to other questions change nothing: %j', async given => {
    const reader = await server.subscribe()
    const answer = await reader.switchRecurrence(reader.subscriptionId, { ...off, survey: given })
    expect([answer.statusCode, keyOf(answer)]).toEqual([400, 'invalid_input'])
    expect((await reader.list())[0]?.recurrence.state).toBe('on')
  })

  test('it can be turned on again, and is charged then', async () => {
    const reader = await server.subscribe()
    await reader.switchRecurrence(reader.subscriptionId, off)
    const answer = await reader.switchRecurrence(reader.subscriptionId, on)
    expect(answer.json<Subscription>().recurrence).toMatchObject({ state: 'on', reason: null })
    server.clock.set(reader.endsAt.subtract({ hours: 1 }).toString())
    await server.chargeDue()
    expect(await reader.periods()).toHaveLength(2)
  })

  test('R9.05 at the 48th hour before the payment it can be turned off, a moment later no more', async () => {
    const reader = await server.subscribe()
    const last = reader.endsAt.subtract({ hours: 96 })
    server.clock.set(last.subtract({ seconds: 10 }).toString())
    expect((await reader.switchRecurrence(reader.subscriptionId, off)).statusCode).toBe(200)
    server.clock.set(last.add({ seconds: 1 }).toString())
    expect((await reader.switchRecurrence(reader.subscriptionId, on)).statusCode).toBe(200)
    const late = await reader.switchRecurrence(reader.subscriptionId, off)
    expect([late.statusCode, keyOf(late)]).toEqual([422, 'recurrence_too_late'])

    const other = await server.subscribe({ endsAt: server.clock.now().add({ hours: 90 }) })
    expect(keyOf(await other.switchRecurrence(other.subscriptionId, off))).toBe('recurrence_too_late')
    expect((await other.list())[0]?.recurrence.state).toBe('on')
  })

  test('R9.05 a payment that failed can be stopped before it is tried again, but not while it is', async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
    await server.chargeDue()
    const [listed] = await reader.list()
    expect(listed?.recurrence.can_stop_until).toBe(listed?.recurrence.next_payment?.at)
    const stopped = await reader.switchRecurrence(reader.subscriptionId, off)
    expect([stopped.statusCode, stopped.json<Subscription>().recurrence.state]).toEqual([200, 'off'])
    const again = await reader.switchRecurrence(reader.subscriptionId, on)
    expect(again.json<Subscription>().recurrence.next_payment?.failed_attempts).toBe(1)
    await reader.switchRecurrence(reader.subscriptionId, off)
    server.clock.advance('PT20M')
    await server.chargeDue()
    expect((await reader.payments()).filter(each => each.purpose === 'renewal')).toHaveLength(1)

    const other = await server.subscribe({ card: 'declined_later', endsAt: reader.endsAt.add({ hours: 24 }) })
    server.clock.set(other.endsAt.subtract({ hours: 48 }).toString())
    await server.chargeDue()
    server.clock.advance('PT15M')
    const claimed = await claimRenewals(server.money, 10)
    expect(claimed).toHaveLength(1)
    server.clock.advance('-PT1M')
    expect(keyOf(await other.switchRecurrence(other.subscriptionId, off))).toBe('recurrence_too_late')
  })
})

describe('R4.09 refused', () => {
  const withPeriod = async (method: 'bank_transfer' | 'card' | 'none' | null) => {
    const reader = await server.signIn()
    const at = server.clock.now().subtract({ hours: 24 })
    const paymentId =
      method === null
        ? undefined
        : await makePayment(server.deps, { userId: reader.id, productCode: 'premium_1y', at, method })
    const id = await makePeriod(server.deps, {
      userId: reader.id,
      productCode: 'premium_1y',
      startsAt: at,
      endsAt: at.add({ hours: 24 * 365 }),
      ...(paymentId === undefined ? {} : { paymentId }),
    })
    return { reader, id }
  }

  test.each([
    [null, 'recurrence_no_payment', 'k\u00a0predplatnému nepatrí žiadna platba'],
    ['none', 'recurrence_no_payment', 'k\u00a0predplatnému nepatrí žiadna platba'],
    ['bank_transfer', 'recurrence_not_recurrent', 'neplatili opakovanou platbou'],
    ['card', 'recurrence_not_recurrent', 'neplatili opakovanou platbou'],
  ] as const)('for a subscription paid by %s: %s', async (method, key, words) => {
    const { reader, id } = await withPeriod(method)
    for (const wanted of [on, off]) {
      const answer = await reader.switchRecurrence(id, wanted)
      expect([answer.statusCode, keyOf(answer)]).toEqual([422, key])
      expect(answer.body).toContain(words)
    }
    expect(keyOf(await reader.changeCard(id))).toBe(key)
    expect(await reader.listOffers(id)).toEqual([])
  })

  test('a renewal that the publisher stopped, or that failed for good, can’t be turned on', async () => {
    for (const [state, key] of [
      ['admin_stop', 'recurrence_not_recurrent'],
      ['system_stop', 'recurrence_failed'],
    ] as const) {
      const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 20 }) })
      await server.deps.db
        .update(recurringProfiles)
        .set({ state })
        .where(eq(recurringProfiles.subscriptionId, reader.subscriptionId))
      expect(keyOf(await reader.switchRecurrence(reader.subscriptionId, on))).toBe(key)
    }
  })

  test('R6.01 unknown and other readers’ subscriptions are not found, by any call', async () => {
    const owner = await server.subscribe()
    const stranger = await server.signIn()
    for (const id of [owner.subscriptionId, 999_999]) {
      for (const answer of [
        await stranger.switchRecurrence(id, off),
        await stranger.changeCard(id),
        await stranger.acceptOffer(id, 'premium_plus_1y-100'),
        await stranger.browser.get(`${stranger.own}/subscriptions/${id}/offers`),
      ]) {
        expect([answer.statusCode, keyOf(answer)]).toEqual([404, 'subscription_not_found'])
      }
    }
    const foreign = `${owner.own}/subscriptions/${owner.subscriptionId}/recurrence`
    expect((await stranger.browser.put(foreign, { json: off })).statusCode).toBe(403)
    expect((await openBrowser(server.app).put(foreign, { json: off })).statusCode).toBe(401)
    expect((await owner.list())[0]?.recurrence.state).toBe('on')
  })
})

test('never a reminder after a stop: a pending one is withdrawn', async () => {
  const reader = await server.subscribe()
  // Queued, and no worker has come to it yet.
  const jobs = { ...server.deps.jobs, enqueue: async () => undefined }
  server.clock.set(reader.endsAt.subtract({ hours: 24 * 10 }).toString())
  await remindOfPayments({ ...server.deps, jobs })
  const waiting = () =>
    server.deps.db
      .select()
      .from(outboxMessages)
      .where(eq(outboxMessages.topic, `renewal:${reader.subscriptionId}`))
  expect(await waiting()).toMatchObject([{ payload: { template: 'renewal_ahead' }, deliveredAt: null }])
  await reader.switchRecurrence(reader.subscriptionId, off)
  const left = await waiting()
  expect(left.filter(row => row.deliveredAt === null).map(row => row.payload)).not.toContainEqual(
    expect.objectContaining({ template: 'renewal_ahead' }),
  )
  await remindOfPayments(server.deps)
  await server.mailbox.waitFor(reader.email)
  expect(server.mailbox.mails.filter(mail => mail.to === reader.email).map(mail => mail.subject)).toEqual([
    'Obnovovanie predplatného je vypnuté',
  ])
})
