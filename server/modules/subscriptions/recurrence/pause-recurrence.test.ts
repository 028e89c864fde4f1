import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { pausesOn } from '#server/testing/journeys/pauses.ts'
import { afterMonths, recurrenceOf } from '#server/testing/journeys/renewals.ts'
import { openOperator, operate } from '#server/testing/make/operator.ts'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { remindOfPauses, remindOfPayments } from '../renewal/remind-readers.ts'
import { products } from '../tables.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const { goTo, pause, resume, pausesOf, charged, expectNow } = pausesOn(server)
const subjectsTo = (reader: Subscribed) =>
  server.mailbox.mails.filter(mail => mail.to === reader.email).map(mail => mail.subject.split(' ').at(-1))

describe('R11.03 pausing', () => {
  test('from the end of what is paid nothing is charged or read; it goes on by itself by a charge', async () => {
    const reader = await server.subscribe()
    const until = afterMonths(reader.endsAt, 2)
    const { items, obstacle } = await pausesOf(reader)
    expect(obstacle).toBeNull()
    expect(items.map(each => each.months)).toEqual([1, 2, 3])
    expect(items[1]).toMatchObject({ until: until.toString(), price: { amount: 8990 } })
    const answer = await pause(reader)
    expect(answer.statusCode).toBe(200)
    expect(answer.json<Subscription>()).toMatchObject({
      state: 'active',
      recurrence: { state: 'on', paused_until: until.toString(), next_payment: { at: until.toString() } },
    })
    // The same press again changes nothing; another length is none of its business.
    expect((await pause(reader)).statusCode).toBe(200)
    expect(keyOf(await pause(reader, 3))).toBe('pause_not_possible')
    goTo(reader.endsAt)
    await server.chargeDue()
    expect(await reader.list()).toMatchObject([{ state: 'inactive', recurrence: { state: 'on' } }])
    goTo(until.subtract({ seconds: 1 }))
    await server.chargeDue()
    expect(await charged(reader)).toEqual([])
    goTo(until)
    await Promise.all([server.chargeDue(), server.chargeDue()])
    expect(await charged(reader)).toEqual([8990])
    const [running] = await reader.list()
    expect(running).toMatchObject({ state: 'active', recurrence: { state: 'on', paused_until: null } })
    expectNow(running)
  })

  test('the reader is told when it is paused and a week before it goes on, and of nothing else', async () => {
    const reader = await server.subscribe()
    await pause(reader, 1)
    const until = afterMonths(reader.endsAt, 1)
    const remind = () => Promise.all([remindOfPauses(server.deps), remindOfPayments(server.deps)])
    const week = until.toZonedDateTimeISO('Europe/Bratislava').subtract({ days: 7 }).toInstant()
    goTo(week.subtract({ seconds: 1 }))
    await remind()
    goTo(week)
    await remind()
    await remind()
    await expect.poll(() => subjectsTo(reader)).toHaveLength(2)
    const [paused, ending] = server.mailbox.mails.filter(mail => mail.to === reader.email)
    expect(paused?.text).toContain('nič nestrhneme')
    expect(ending?.subject).toContain('pokračuje')
    expect(ending?.text).toContain('stiahneme 89,90\u00a0€ z\u00a0karty Visa\u00a0••••\u00a04242')
  })

  test('of a period that ends at midnight the reader is told the last day, as the page tells it', async () => {
    const reader = await server.subscribe({ endsAt: Temporal.Instant.from('2042-12-31T23:00:00Z') })
    await pause(reader, 1)
    const { subject, text } = await server.mailbox.waitFor(reader.email)
    expect(subject).toContain('od 1.\u00a0januára\u00a02043')
    expect(text).toContain('zaplatené do 31.\u00a0decembra\u00a02042.')
  })

  test('who stops it during the pause is not told of a day to turn it on by that is over', async () => {
    const reader = await server.subscribe()
    await pause(reader, 2)
    goTo(reader.endsAt.add({ hours: 24 * 10 }))
    const { id, subscriptionId: subscription } = reader
    await operate(server, 'subscriptions stop-renewal', { id, subscription, reason: 'telefonát' })
    const { text } = await server.mailbox.waitFor(reader.email, mail => mail.subject.includes('vypnuté'))
    expect(text).not.toContain('znova zapnúť')
    expect(text).toContain('vyberte si predplatné v\u00a0našom obchode')
  })

  test('a price that is raised meanwhile is not charged unless it was told 30 days before', async () => {
    const reader = await server.subscribe({ priceCents: 8990 })
    await pause(reader, 1)
    const before = await recurrenceOf(reader)
    await server.deps.db.update(products).set({ priceCents: 9990 }).where(eq(products.code, 'premium_1y'))
    goTo(afterMonths(reader.endsAt, 1))
    await server.chargeDue()
    await server.deps.db.update(products).set({ priceCents: 8990 }).where(eq(products.code, 'premium_1y'))
    expect(await charged(reader)).toEqual([before?.next_payment?.price.amount])
  })

  test('once a year, as the publisher set it; not within 48 hours of the payment', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.subtract({ hours: 96 }).add({ seconds: 1 }))
    expect(keyOf(await pause(reader))).toBe('pause_too_late')
    const weeks = await server.subscribe({
      product: 'advert_4w',
      priceCents: 299,
      endsAt: server.clock.now().add({ hours: 24 * 10 }),
    })
    await pause(weeks, 1)
    goTo(afterMonths(weeks.endsAt, 1))
    await server.chargeDue()
    const [running] = await weeks.list()
    expect(running?.state).toBe('active')
    const again = { ...weeks, subscriptionId: running?.id ?? 0 }
    expect(keyOf(await pause(again))).toBe('pause_used_up')
    expect(await pausesOf(again)).toMatchObject({ obstacle: 'pause_used_up', items: [] })
    const other = await server.subscribe()
    const foreign = { ...reader, subscriptionId: other.subscriptionId }
    expect((await pause(foreign, 1)).statusCode).toBe(404)
  })
})

describe('R11.03 resuming', () => {
  test('a pause that is ahead is cancelled as if there had been none', async () => {
    const reader = await server.subscribe()
    const before = await recurrenceOf(reader)
    await pause(reader)
    expect((await resume(reader)).json<Subscription>().recurrence).toEqual(before)
    expect((await resume(reader)).statusCode).toBe(200)
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    expect(await charged(reader)).toEqual([8990])
    // It does not count: there was no break.
    const [, next] = (await reader.list()).toSorted((one, other) => one.id - other.id)
    expect(await pausesOf({ ...reader, subscriptionId: next?.id ?? 0 })).toMatchObject({ obstacle: null })
  })

  test('one that runs ends by a charge at once, and the new period begins with it', async () => {
    const reader = await server.subscribe()
    await pause(reader, 3)
    goTo(afterMonths(reader.endsAt, 1))
    await resume(reader)
    await server.chargeDue()
    expect(await charged(reader)).toEqual([8990])
    const [running] = await reader.list()
    expect(running?.state).toBe('active')
    expectNow(running)
  })

  test('staff pause and resume for a reader', async () => {
    const reader = await server.subscribe()
    const call = async (name: string, more: object) =>
      (await openOperator(server, ['readers:write', 'subscriptions:write'])).call(`subscriptions ${name}`, {
        id: reader.id,
        subscription: reader.subscriptionId,
        reason: 'Na žiadosť po telefóne',
        ...more,
      })
    expect((await call('pause-renewal', { months: 1 })).statusCode).toBe(200)
    expect(await recurrenceOf(reader)).toMatchObject({
      paused_until: afterMonths(reader.endsAt, 1).toString(),
    })
    expect((await call('resume-renewal', {})).statusCode).toBe(200)
    expect(await recurrenceOf(reader)).toMatchObject({ paused_until: null })
  })
})
