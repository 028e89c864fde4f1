import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { administer, codeOf, signInSomebody } from '#server/testing/make/company-people.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { auditLog } from '../tables.ts'

const server = openForFile(createMoneyApp)

/** Each call with a token of its own, since the clock moves beyond a token's end. */
const support = {
  call: async (name: string, input: Record<string, unknown>) =>
    (await openOperator(server, ['readers:write', 'subscriptions:write'])).call(name, input),
}
type Refused = { errors?: { key: string; field?: string; message: string }[] }
type Subscribed = { id: number; subscriptionId: number; endsAt: Temporal.Instant }
const reason = 'Výpadok čítačky 18. novembra'
const call = (name: string, { id, subscriptionId }: Subscribed, more: object = {}) =>
  support.call(`subscriptions ${name}`, { id, subscription: subscriptionId, reason, ...more })
const extend = (reader: Subscribed, days: number, endsAt = reader.endsAt) =>
  call('extend', reader, { days, ends_at: endsAt.toString() })
const give = ({ id }: { id: number }, more: object) =>
  support.call('subscriptions give', {
    id,
    product: 'gift_premium_1y',
    days: 7,
    reason,
    key: `k-${id}`,
    ...more,
  })
const faultOf = (answer: { json: () => unknown }) => (answer.json() as Refused).errors?.[0]
const renewalOf = async (reader: MoneyReader) => (await reader.list())[0]?.recurrence
const activityOf = async ({ browser, own }: MoneyReader) =>
  (await browser.get(`${own}/activity`)).json<{ items: Activity[] }>().items
const lastLine = async (reader: MoneyReader) =>
  (
    await server.deps.db.select().from(auditLog).where(eq(auditLog.readerId, reader.id)).orderBy(auditLog.id)
  ).at(-1)
const mailsTo = async ({ id }: MoneyReader) =>
  (await server.deps.db.select().from(outboxMessages).where(eq(outboxMessages.userId, id))).map(
    mail => mail.template,
  )

describe('stopping and starting the renewal of one reader', () => {
  test('it is turned off also when the reader no longer could, told once, and nothing is charged', async () => {
    const reader = await server.subscribe()
    server.clock.set(reader.endsAt.subtract({ hours: 50 }).toString())
    for (let time = 0; time < 2; time++) expect((await call('stop-renewal', reader)).statusCode).toBe(200)
    await reader.browser.signIn(reader.email)
    expect(await renewalOf(reader)).toMatchObject({ state: 'off', reason: 'stopped_by_reader' })
    expect(await mailsTo(reader)).toEqual(['recurrence_stopped'])
    const { text } = await server.mailbox.waitFor(reader.email)
    const [, read, again] = /Čítať môžete do ([^,]+),[^]+znova zapnúť do (.+)\.\n/.exec(text) ?? []
    expect([read, again]).toEqual([expect.stringMatching(/^\d/), read])
    const stops = (await activityOf(reader)).filter(each => each.kind === 'recurrence_stopped')
    expect(stops).toMatchObject([{ details: { by: 'staff', product: 'premium_1y' } }])
    server.clock.set(reader.endsAt.toString())
    await server.chargeDue()
    expect((await reader.payments()).map(each => each.purpose)).toEqual(['order'])
  })

  test('what a ban stopped is turned on by a command; the log has what was before and after', async () => {
    const reader = await server.subscribe()
    await support.call('readers ban', { id: reader.id, reason })
    expect(faultOf(await call('start-renewal', reader))?.message).toContain('is banned')
    server.clock.set(reader.endsAt.subtract({ hours: 90 }).toString())
    await support.call('readers unban', { id: reader.id })
    await reader.browser.signIn(reader.email)
    expect((await renewalOf(reader))?.state).toBe('off')
    expect((await call('start-renewal', reader)).statusCode).toBe(200)
    expect(await lastLine(reader)).toMatchObject({
      operation: 'subscriptions start-renewal',
      target: `reader ${reader.id}`,
      before: { subscriptions: [{ renewal: 'off: stopped_by_reader', next_charge_at: null }] },
      after: { reason, subscriptions: [{ renewal: 'on' }] },
    })
    server.clock.set(reader.endsAt.subtract({ hours: 47 }).toString())
    await server.chargeDue()
    expect(await reader.periods()).toHaveLength(2)
  })

  test('R11.01 turned on, it is charged at the end of what is paid already', async () => {
    const reader = await server.subscribe()
    await call('stop-renewal', reader)
    await give(reader, { days: 30 })
    await call('start-renewal', reader)
    const [, given] = await reader.periods()
    expect(await renewalOf(reader)).toMatchObject({
      next_payment: { at: given?.endsAt.subtract({ hours: 48 }).toString() },
    })
  })

  test('is refused in words for support where nothing renews', async () => {
    const reader = await server.subscribe()
    const other = await server.subscribe()
    const strange = { ...reader, subscriptionId: other.subscriptionId }
    expect(faultOf(await call('stop-renewal', strange))).toMatchObject({
      key: 'subscription_not_found',
      message: 'There is no such subscription.',
    })
    server.clock.set(reader.endsAt.add({ hours: 1 }).toString())
    await call('stop-renewal', reader)
    expect(faultOf(await call('start-renewal', reader))?.message).toContain('nothing left to renew')
    await support.call('readers request-deletion', { id: other.id })
    expect(faultOf(await call('start-renewal', other))?.message).toContain('is to be deleted')
  })
})

describe('extending a subscription', () => {
  test('its next charge moves as far, for nothing, and the reader is told', async () => {
    const reader = await server.subscribe()
    const wanted = { days: 14, ends_at: reader.endsAt.toString() }
    expect((await call('extend', reader, { ...wanted, dry_run: true })).json()).toMatchObject({
      dry_run: { mails: [{ to: reader.email, text: expect.stringContaining('89,90\u00a0€') }] },
    })
    const answer = await call('extend', reader, wanted)
    const endsAt = reader.endsAt.toZonedDateTimeISO('Europe/Bratislava').add({ days: 14 }).toInstant()
    const chargeAt = endsAt.subtract({ hours: 48 })
    expect(answer.json()).toMatchObject({
      subscriptions: [{ to: endsAt.toString(), renewal: 'on', next_charge_at: chargeAt.toString() }],
    })
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toContain('o\u00a014\u00a0dní dlhšie')
    expect(mail.text).toContain('89,90\u00a0€')
    server.clock.set(chargeAt.subtract({ seconds: 5 }).toString())
    await server.chargeDue()
    expect(await reader.periods()).toHaveLength(1)
    server.clock.set(chargeAt.add({ seconds: 5 }).toString())
    await server.chargeDue()
    const [first, second] = await reader.periods()
    expect(first?.endsAt.equals(endsAt)).toBe(true)
    expect(second?.startsAt.equals(endsAt)).toBe(true)
    expect((await reader.payments()).map(each => each.amountCents)).toEqual([8990, 8990])
  })

  test('race: asked for twenty times at once, it is extended once', async () => {
    const reader = await server.subscribe()
    const answers = await Promise.all(Array.from({ length: 20 }, () => extend(reader, 5)))
    expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
    const refused = answers.filter(answer => answer.statusCode === 422)
    expect(refused).toHaveLength(19)
    expect(refused.map(answer => faultOf(answer)?.field)).toEqual(refused.map(() => 'ends_at'))
    expect(await mailsTo(reader)).toEqual(['subscription_extended'])
  })

  test('race: while its renewal is charged, it is charged once and no day is lost', async () => {
    const readers = await Promise.all(Array.from({ length: 10 }, () => server.subscribe()))
    // The last of them is due too.
    const due = server.clock.now().add({ hours: 24 * 265 - 47 })
    server.clock.set(due.toString())
    const [answers] = await Promise.all([
      Promise.all(readers.map(reader => extend(reader, 5))),
      server.chargeDue(),
    ])
    await server.chargeDue()
    for (const [at, reader] of readers.entries()) {
      const [first, second] = await reader.periods()
      const isExtended = answers[at]?.statusCode === 200
      expect(first?.endsAt.equals(reader.endsAt)).toBe(!isExtended)
      expect(second === undefined).toBe(isExtended)
      if (second) expect(first?.endsAt.equals(second.startsAt)).toBe(true)
      expect(await reader.payments()).toHaveLength(isExtended ? 1 : 2)
    }
  })

  test('is refused where the days would be lost or are nobody’s', async () => {
    const reader = await server.subscribe()
    await give(reader, {})
    const [, given] = await reader.periods()
    expect(faultOf(await extend(reader, 3))?.message).toBe(
      `Subscription ${given?.id} begins when it ends: extend that one.`,
    )
    const later = { ...reader, subscriptionId: given?.id ?? 0, endsAt: given?.endsAt ?? reader.endsAt }
    expect((await extend(later, 3)).statusCode).toBe(200)
    expect(faultOf(await call('extend', reader, { days: 0, ends_at: 'tomorrow' }))?.field).toBe('days')
    server.clock.set(reader.endsAt.add({ hours: 24 * 30 }).toString())
    expect(faultOf(await extend(reader, 3))?.message).toContain('It is over')
  })

  test('all who have a seat in it read as long; a seat is not extended by itself', async () => {
    const company = await administer(server)
    const person = await signInSomebody(server)
    await person.take(codeOf(await company.addOne(person.email)))
    const { id, endsAt } = company.subscription
    const extended = await extend({ ...company, subscriptionId: id, endsAt }, 10)
    const [seat] = await person.subscriptions()
    expect(extended.json()).toMatchObject({ subscriptions: [{ to: seat?.period.to }] })
    expect(seat?.period.to).not.toBe(endsAt.toString())
    const to = Temporal.Instant.from(seat?.period.to ?? '')
    const refused = await extend({ ...person, subscriptionId: seat?.id ?? 0, endsAt: to }, 10)
    expect(faultOf(refused)?.message).toContain('is a seat')
  })
})

describe('giving days of a product', () => {
  test('R11.01 they follow what gives the same, the renewal follows them, and they cost nothing', async () => {
    const reader = await server.subscribe()
    expect((await give(reader, {})).statusCode).toBe(200)
    const [first, given] = await reader.periods()
    expect(given).toMatchObject({ productCode: 'gift_premium_1y', priceCents: 0, paymentId: null })
    expect(given?.startsAt.equals(first?.endsAt ?? given.endsAt)).toBe(true)
    expect((await server.mailbox.waitFor(reader.email)).subject).toContain('na 7\u00a0dní zadarmo')
    expect((await activityOf(reader))[0]).toMatchObject({
      kind: 'subscription_given',
      details: { days: '7' },
    })
    server.clock.set(reader.endsAt.subtract({ hours: 24 }).toString())
    await server.chargeDue()
    expect(await reader.payments()).toHaveLength(1)
    server.clock.set((given?.endsAt ?? reader.endsAt).subtract({ hours: 24 }).toString())
    await server.chargeDue()
    const [, , renewed] = await reader.periods()
    expect(renewed?.productCode).toBe('premium_1y')
    expect(renewed?.startsAt.equals(given?.endsAt ?? renewed.endsAt)).toBe(true)
  })

  test('race: one key gives once, to whomever; another reader’s key is refused', async () => {
    const [one, other] = [await server.signIn(), await server.signIn()]
    const key = `case-${one.id}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => give(at % 2 === 0 ? one : other, { key })),
    )
    const given = [...(await one.periods()), ...(await other.periods())]
    expect(given).toHaveLength(1)
    const refused = answers.filter(answer => answer.statusCode !== 200)
    expect(refused).toHaveLength(10)
    expect(new Set(refused.map(answer => faultOf(answer)?.key))).toEqual(new Set(['idempotency_key_reused']))
  })

  test.each([
    ['premium_1y', 'It renews'],
    ['club_1y', 'for several people'],
    ['nothing_1y', 'There is nothing by this id or code.'],
  ])('%s is refused at its field', async (product, sentence) => {
    await makeProduct(server.deps, { code: 'club_1y', audience: 'company' }).catch(() => undefined)
    const fault = faultOf(await give(await server.signIn(), { product }))
    expect(fault).toMatchObject({ field: 'product', message: expect.stringContaining(sentence) })
  })
})
