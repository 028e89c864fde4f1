import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { products, recurringProfiles } from '../tables.ts'
import { remindReaders } from '../index.ts'
import { stopRenewalOf } from './settle-renewal.ts'
import { createMoneyApp, eventually, type MoneyApp } from '#server/testing/money-app.ts'

let server: MoneyApp
beforeAll(async () => {
  server = await createMoneyApp()
})
afterAll(() => server.close())

type Subscribed = Awaited<ReturnType<MoneyApp['subscribe']>>

const local = (instant: Temporal.Instant | undefined) =>
  instant?.toZonedDateTimeISO('Europe/Bratislava').toPlainDateTime().toString()
const mailsTo = (reader: Subscribed) => server.mailbox.mails.filter(mail => mail.to === reader.email)
/** Runs what is due now, as two workers would. */
const runTwice = () => Promise.all([server.chargeDue(), server.chargeDue()])
const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())
const renewalsOf = (reader: Subscribed) => reader.renewals()

describe('a renewal that goes through', () => {
  test('is charged 48 hours before the end, not a moment earlier, and the next period joins', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.subtract({ hours: 48 }).subtract({ seconds: 5 }))
    await server.chargeDue()
    expect(await reader.periods()).toHaveLength(1)
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await runTwice()
    const [first, next] = await reader.periods()
    expect(next).toMatchObject({ renewalOf: first?.id, priceCents: 8990, productCode: 'premium_1y' })
    expect(next?.startsAt).toEqual(first?.endsAt)
    expect(await renewalsOf(reader)).toMatchObject([
      { subscriptionId: first?.id, state: 'charged' },
      { subscriptionId: next?.id, state: 'active', failedAttempts: 0 },
    ])
    expect((await reader.payments()).at(-1)).toMatchObject({
      purpose: 'renewal',
      state: 'paid',
      amountCents: 8990,
      variableSymbol: expect.stringMatching(/^9\d{9}$/),
    })
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toBe('Predplatné Prémium sa obnovilo')
    expect(mail.text).toContain('z\u00a0karty Visa\u00a0••••\u00a04242 sme stiahli 89,90\u00a0€')
  })

  test('the price that the reader was shown is charged, also after the publisher has changed it', async () => {
    const reader = await server.subscribe()
    const price = (priceCents: number) =>
      server.deps.db.update(products).set({ priceCents }).where(eq(products.code, 'premium_1y'))
    await price(9990)
    const shown = (await reader.list())[0]?.recurrence.next_payment?.price.amount
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    await price(8990)
    expect(shown).toBe(9990)
    expect((await reader.payments()).at(-1)?.amountCents).toBe(shown)
  })

  test('a reader who was overdue when the workers slept gets a period that joins all the same', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.add({ hours: 24 * 40 }))
    await runTwice()
    const [first, next, ...none] = await reader.periods()
    expect(next?.startsAt).toEqual(first?.endsAt)
    expect(none).toEqual([])
  })
})

describe('a renewal that fails', () => {
  test('is tried again after 15 minutes, 6, 6 and 24 hours, then never again; the reader is told what happens next', async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    const start = reader.endsAt.subtract({ hours: 48 })
    const delays = ['PT0S', 'PT15M', 'PT6H', 'PT6H', 'PT24H']
    let at = start
    for (const [attempt, delay] of delays.entries()) {
      at = at.add(delay)
      if (attempt > 0) {
        goTo(at.subtract({ seconds: 5 }))
        await server.chargeDue()
        expect((await reader.payments()).filter(each => each.state === 'failed')).toHaveLength(attempt)
      }
      goTo(at)
      await runTwice()
      // The next attempt counts from when this one was made.
      const plan = (await renewalsOf(reader)).at(-1)
      expect(plan?.failedAttempts).toBe(attempt + 1)
      if (plan?.state === 'active') at = plan.chargeAt.subtract(delays[attempt + 1] ?? 'PT0S')
    }
    expect((await renewalsOf(reader)).map(each => each.state)).toEqual([
      'charge_failed',
      'charge_failed',
      'charge_failed',
      'charge_failed',
      'system_stop',
    ])
    server.clock.advance('P30D')
    await runTwice()
    expect((await reader.payments()).filter(each => each.purpose === 'renewal')).toHaveLength(5)
    expect((await reader.list())[0]?.recurrence).toMatchObject({
      state: 'off',
      reason: 'stopped_after_failures',
    })
    await server.mailbox.waitFor(reader.email, mail => mail.subject.includes('neobnoví'))
    const mails = mailsTo(reader)
    expect(mails.map(mail => mail.subject).sort()).toEqual([
      'Platba za Prémium sa nepodarila',
      'Platba za Prémium sa nepodarila',
      'Predplatné Prémium sa neobnoví',
    ])
    expect(mails[0]?.text).toMatch(/banka platbu zamietla[^]*Skúsime to znova/)
  })

  test('the second attempt may succeed: one period, one renewal, no failure left', async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    const good = await server.subscribe()
    await server.deps.db
      .update(recurringProfiles)
      .set({ cardId: good.cardId })
      .where(eq(recurringProfiles.subscriptionId, reader.subscriptionId))
    server.clock.advance('PT15M')
    await runTwice()
    expect(await reader.periods()).toHaveLength(2)
    expect((await renewalsOf(reader)).map(each => each.state)).toEqual(['charge_failed', 'charged', 'active'])
  })

  test('a bank that wants the reader to confirm is said so', async () => {
    const reader = await server.subscribe({ card: 'confirmed_always' })
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.text).toContain('banka žiadala vaše potvrdenie')
  })
})

describe('a result that is not known', () => {
  test('an answer that got lost is looked for with the same key; it is charged once and nobody is told of a failure', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.gateway.setFaults({ lose_answers: true })
    await runTwice()
    expect((await reader.payments()).at(-1)?.state).toBe('unknown')
    expect(await reader.periods()).toHaveLength(1)
    await server.gateway.setFaults({ lose_answers: false })
    await server.chargeDue()
    expect((await reader.payments()).at(-1)?.state).toBe('unknown')
    server.clock.advance('PT20S')
    await runTwice()
    expect((await reader.payments()).at(-1)?.state).toBe('paid')
    const { gatewayKey } = (await reader.payments()).at(-1) ?? {}
    const { charges } = await server.gateway.ledger()
    expect(charges.filter(charge => charge.key === gatewayKey)).toHaveLength(1)
    expect(await reader.periods()).toHaveLength(2)
    await server.mailbox.waitFor(reader.email)
    expect(mailsTo(reader)).toHaveLength(1)
  })

  test('a gateway that is down for a whole run loses nothing and stops nobody', async () => {
    const endsAt = server.clock.now().add({ hours: 24 * 300 })
    const readers: Subscribed[] = []
    for (let index = 0; index < 25; index++) readers.push(await server.subscribe({ endsAt }))
    goTo(endsAt.subtract({ hours: 48 }))
    for (const down of ['refusing', 'hanging_up'] as const) {
      await server.gateway.setFaults({ down })
      for (let run = 0; run < 3; run++) {
        await runTwice()
        server.clock.advance('PT20S')
      }
    }
    for (const reader of readers) {
      expect((await renewalsOf(reader)).map(each => [each.state, each.failedAttempts])).toEqual([
        ['active', 0],
      ])
    }
    await server.gateway.setFaults({ down: 'no' })
    server.clock.advance('PT20S')
    await runTwice()
    server.clock.advance('PT20S')
    await runTwice()
    for (const reader of readers) {
      expect(await reader.periods()).toHaveLength(2)
      const charges = (await reader.payments()).filter(each => each.purpose === 'renewal')
      expect(charges.map(each => each.state)).toEqual(['paid'])
    }
    for (const reader of readers) await server.mailbox.waitFor(reader.email)
    expect(readers.flatMap(mailsTo).filter(mail => mail.subject.includes('nepodarila'))).toEqual([])
  })
})

describe('a renewal that is stopped', () => {
  test('while its charge is claimed but not begun: the gateway never hears of it', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.subtract({ hours: 48 }))
    const { claimRenewals } = await import('./claim-renewals.ts')
    const { chargeRenewal } = await import('./charge-renewal.ts')
    const claimed = await claimRenewals(server.money, 10)
    const [plan] = await renewalsOf(reader)
    const mine = claimed.find(each => each.renewalId === plan?.id)
    if (!mine) throw new Error('It was not claimed')
    await server.deps.db.transaction(tx => stopRenewalOf(tx, server.deps, reader.subscriptionId))
    const before = (await server.gateway.ledger()).taken
    expect(await chargeRenewal(server.money, mine)).toBe('skipped')
    expect((await server.gateway.ledger()).taken).toBe(before)
    expect((await renewalsOf(reader)).map(each => each.state)).toEqual(['admin_stop'])
    expect(await reader.periods()).toHaveLength(1)
    // And its reader, who was charged nothing, sees no payment.
    const answer = await reader.browser.signIn(reader.email)
    expect(answer.statusCode).toBe(204)
    const listed = await reader.browser.get(`${reader.own}/payments`)
    expect(listed.json<{ items: unknown[] }>().items).toHaveLength(1)
  })
})

describe('what readers are told ahead', () => {
  const remind = () => remindReaders(server.deps)

  test('14 days before the payment for a year, once, with the price, the card and till when it can be stopped', async () => {
    const reader = await server.subscribe()
    const chargeAt = reader.endsAt.subtract({ hours: 48 })
    goTo(chargeAt.subtract({ hours: 24 * 14 }).subtract({ seconds: 5 }))
    await remind()
    goTo(chargeAt.subtract({ hours: 24 * 14 }))
    await Promise.all([remind(), remind()])
    await remind()
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toMatch(/sa platí ďalšie obdobie$/)
    expect(mail.text).toContain('stiahneme 89,90\u00a0€ z\u00a0karty Visa\u00a0••••\u00a04242')
    expect(mailsTo(reader)).toHaveLength(1)
  })

  test('nobody is reminded of four weeks, nor of a renewal that is off', async () => {
    const weeks = await server.subscribe({
      product: 'advert_4w',
      priceCents: 299,
      endsAt: server.clock.now().add({ hours: 24 * 10 }),
    })
    const stopped = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 10 }) })
    await stopped.switchRecurrence(stopped.subscriptionId, { enabled: false })
    const told = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 10 }) })
    await remind()
    await server.mailbox.waitFor(told.email)
    expect(mailsTo(weeks)).toEqual([])
    expect(mailsTo(stopped).map(mail => mail.subject)).toEqual(['Obnovovanie predplatného je vypnuté'])
  })

  test('a card that will have expired by the payment is told of a month before, once', async () => {
    const { cards } = await import('../../payments/tables.ts')
    goTo(Temporal.Instant.from('2031-03-01T10:00:00Z'))
    const reader = await server.subscribe({ endsAt: Temporal.Instant.from('2031-08-01T10:00:00Z') })
    const validUntil = (day: string) =>
      server.deps.db.update(cards).set({ validUntil: day }).where(eq(cards.id, reader.cardId))
    await validUntil('2031-04-30')
    await remind()
    expect(mailsTo(reader)).toEqual([])
    goTo(Temporal.Instant.from('2031-04-01T10:00:00Z'))
    await remind()
    await remind()
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toBe('Karta Visa\u00a0••••\u00a04242 stratí platnosť')
    expect(mail.text).toContain('30.\u00a0apríla\u00a02031')
    expect(mailsTo(reader)).toHaveLength(1)
    // One that is still good on the day of the payment is no news.
    const fine = await server.subscribe({ endsAt: Temporal.Instant.from('2031-05-02T08:00:00Z') })
    await server.deps.db.update(cards).set({ validUntil: '2031-04-30' }).where(eq(cards.id, fine.cardId))
    await remind()
    expect(mailsTo(fine).map(each => each.subject)).not.toContain(mail.subject)
  })
})

describe('years of renewals', () => {
  // The readers of the tests above would be charged for all these years as well.
  beforeEach(async () => {
    await server.deps.db
      .update(recurringProfiles)
      .set({ state: 'admin_stop' })
      .where(eq(recurringProfiles.state, 'active'))
  })

  /** Moves the clock from one payment to the next and lets two workers run. */
  async function liveThrough(reader: Subscribed, count: number) {
    for (let index = 0; index < count; index++) {
      const plan = (await renewalsOf(reader)).at(-1)
      if (plan?.state !== 'active') throw new Error('Nothing renews')
      goTo(plan.chargeAt)
      await runTwice()
    }
    return reader.periods()
  }

  const joined = (periods: { startsAt: Temporal.Instant; endsAt: Temporal.Instant }[]) => {
    for (const [index, period] of periods.entries()) {
      if (index > 0) expect(period.startsAt).toEqual(periods[index - 1]?.endsAt)
    }
  }

  test('four weeks thirteen times: every period joins the next, at the same time of day over both changes of summer time', async () => {
    const startsAt = Temporal.Instant.from('2032-01-05T18:42:00Z')
    goTo(startsAt)
    const reader = await server.subscribe({
      product: 'advert_4w',
      priceCents: 299,
      startsAt,
      endsAt: Temporal.Instant.from('2032-02-02T18:42:00Z'),
    })
    const periods = await liveThrough(reader, 13)
    joined(periods)
    expect(periods).toHaveLength(14)
    expect(new Set(periods.map(period => local(period.endsAt)?.slice(11)))).toEqual(new Set(['19:42:00']))
    expect(local(periods.at(-1)?.endsAt)).toBe('2033-01-31T19:42:00')
    const charges = (await reader.payments()).filter(each => each.purpose === 'renewal')
    expect(charges.map(each => each.state)).toEqual(Array.from({ length: 13 }, () => 'paid'))
  })

  test('from 29 February: the 28th three times, then the 29th', async () => {
    goTo(Temporal.Instant.from('2035-02-01T09:00:00Z'))
    const order = await server.signIn()
    goTo(Temporal.Instant.from('2036-02-29T09:00:00Z'))
    const created = (await order.order({ product: 'premium_1y', method: 'card' })).json<{
      id: number
      redirect_url: string
    }>()
    await server.gateway.payOnPage(created.redirect_url)
    await eventually(async () => (await order.readOrder(created.id)).state).toBe('paid')
    const reader = { ...order, subscriptionId: 0, cardId: 0, endsAt: server.clock.now() }
    const periods = await liveThrough(reader, 4)
    joined(periods)
    expect(periods.map(period => local(period.endsAt)?.slice(0, 10))).toEqual([
      '2037-02-28',
      '2038-02-28',
      '2039-02-28',
      '2040-02-29',
      '2041-02-28',
    ])
  })

  test('a clock that leaps over several payments charges each period once, in order', async () => {
    const startsAt = Temporal.Instant.from('2042-06-02T08:00:00Z')
    goTo(startsAt)
    const reader = await server.subscribe({
      product: 'advert_4w',
      priceCents: 299,
      startsAt,
      endsAt: Temporal.Instant.from('2042-06-30T08:00:00Z'),
    })
    goTo(Temporal.Instant.from('2042-10-01T08:00:00Z'))
    await runTwice()
    const periods = await reader.periods()
    joined(periods)
    expect(local(periods.at(-1)?.endsAt)).toBe('2042-10-20T10:00:00')
    expect(Temporal.Instant.compare(periods.at(-1)?.endsAt ?? startsAt, server.clock.now())).toBe(1)
  })
})
