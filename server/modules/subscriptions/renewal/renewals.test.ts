import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { products, recurringProfiles } from '../tables.ts'

const server = openForFile(createMoneyApp)

// The readers of other tests would be charged as well.
beforeEach(() => server.stopAllRenewals())

const mailsTo = (reader: Subscribed) => server.mailbox.mails.filter(mail => mail.to === reader.email)
/** Runs due renewals by two concurrent workers. */
const runTwice = () => Promise.all([server.chargeDue(), server.chargeDue()])
const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())

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
    expect(await reader.renewals()).toMatchObject([
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

  test('R11.09 the price that the reader was shown is charged, also after the publisher has changed it', async () => {
    const reader = await server.subscribe()
    const price = (priceCents: number) =>
      server.deps.db.update(products).set({ priceCents }).where(eq(products.code, 'premium_1y'))
    await price(9990)
    const shown = (await reader.list())[0]?.recurrence.next_payment?.price.amount
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    await price(8990)
    expect(shown).toBe(8990)
    expect((await reader.payments()).at(-1)?.amountCents).toBe(shown)
  })

  test('R11.10 a late renewal begins when it is paid: past days are not charged', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.add({ hours: 24 * 40 }))
    await runTwice()
    const [first, next, ...none] = await reader.periods()
    expect(first?.endsAt).toEqual(reader.endsAt)
    expect(next?.startsAt.since(reader.endsAt).total('hours')).toBeCloseTo(24 * 40, 1)
    expect(next?.anchorAt).toEqual(next?.startsAt)
    expect(none).toEqual([])
  })
})

describe('a renewal that fails', () => {
  test('is retried after 15 minutes, 6, 6 and 24 hours (backoff), then never again; the reader is told what happens next', async () => {
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
      // The backoff counts from this attempt.
      const plan = (await reader.renewals()).at(-1)
      expect(plan?.failedAttempts).toBe(attempt + 1)
      if (plan?.state === 'active') at = plan.chargeAt.subtract(delays[attempt + 1] ?? 'PT0S')
    }
    expect((await reader.renewals()).map(each => each.state)).toEqual([
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

  test('R17.01 is stopped by its reader at any time between two attempts, and nothing is charged any more', async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    server.clock.advance('PT14M')
    expect((await reader.switchRecurrence(reader.subscriptionId, { enabled: false })).statusCode).toBe(200)
    server.clock.advance('P1D')
    await runTwice()
    expect((await reader.payments()).filter(each => each.purpose === 'renewal')).toHaveLength(1)
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
    expect((await reader.renewals()).map(each => each.state)).toEqual(['charge_failed', 'charged', 'active'])
  })
})
