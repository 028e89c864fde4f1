import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { makePeriod } from '#server/testing/make/purchase.ts'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { cards, disputes } from '../../payments/tables.ts'
import { remindOfPayments, warnOfCards } from '../index.ts'
import { products } from '../tables.ts'

const server = openForFile(createMoneyApp)

// The readers of other tests would be charged as well.
beforeEach(() => server.stopAllRenewals())

const mailsTo = (reader: Subscribed) => server.mailbox.mails.filter(mail => mail.to === reader.email)
const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())

describe('what readers are told ahead', () => {
  const remind = async () => {
    await remindOfPayments(server.deps)
    await warnOfCards(server.deps)
  }

  test('14 days before the payment for a year, once, with the price, the card and till when it can be stopped', async () => {
    const reader = await server.subscribe()
    const chargeAt = reader.endsAt.subtract({ hours: 48 })
    goTo(chargeAt.subtract({ hours: 24 * 14 }).subtract({ seconds: 5 }))
    await remind()
    goTo(chargeAt.subtract({ hours: 24 * 14 }))
    await Promise.all([remind(), remind()])
    await remind()
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toMatch(/^Ďalšia platba za predplatné bude /)
    expect(mail.text).toContain('stiahneme 89,90\u00a0€ z\u00a0karty Visa\u00a0••••\u00a04242')
    expect(mailsTo(reader)).toHaveLength(1)
  })

  test('no reminder of four weeks, nor of a renewal that is off', async () => {
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

  test('R11.12 nothing is announced while a payment is disputed, during which nothing is charged; once it is won it is', async () => {
    const reader = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 10 }) })
    const [payment] = await reader.payments()
    const about = { reason: 'fraudulent', amountCents: 8990, openedAt: server.clock.now() }
    const [dispute] = await server.deps.db
      .insert(disputes)
      .values({ paymentId: payment?.id ?? 0, gatewayReference: 'du_1', state: 'needs_response', ...about })
      .returning()
    const told = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 10 }) })
    await remind()
    await server.mailbox.waitFor(told.email)
    expect(mailsTo(reader)).toEqual([])
    await server.deps.db
      .update(disputes)
      .set({ state: 'won', closedAt: server.clock.now() })
      .where(eq(disputes.id, dispute?.id ?? 0))
    await remind()
    expect((await server.mailbox.waitFor(reader.email)).subject).toMatch(/^Ďalšia platba/)
  })

  test('a card that will have expired by the payment is told of a month before, once', async () => {
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
    // No warning about a card that is still valid on the day of the payment.
    const fine = await server.subscribe({ endsAt: Temporal.Instant.from('2031-05-02T08:00:00Z') })
    await server.deps.db.update(cards).set({ validUntil: '2031-04-30' }).where(eq(cards.id, fine.cardId))
    await remind()
    expect(mailsTo(fine).map(each => each.subject)).not.toContain(mail.subject)
  })

  test('R11.01 of what is paid for longer the day of the payment behind it is told, once, and of none that another renewal replaces', async () => {
    goTo(Temporal.Instant.from('2033-04-01T10:00:00Z'))
    const startsAt = Temporal.Instant.from('2033-04-20T10:00:00Z')
    const endsAt = Temporal.Instant.from('2033-05-20T10:00:00Z')
    const chargeAt = endsAt.subtract({ hours: 48 })
    const given = { productCode: 'premium_1y', priceCents: 0, startsAt, endsAt }
    const reader = await server.subscribe({ endsAt: startsAt })
    await makePeriod(server.deps, { userId: reader.id, ...given })
    const replaced = await server.subscribe({ endsAt: startsAt })
    const { cardId } = replaced
    const renewal = { state: 'active', cardId, chargeAt, nextProductCode: 'premium_1y' } as const
    await makePeriod(server.deps, { userId: replaced.id, ...given, renewals: [renewal] })
    const ids = [reader.cardId, cardId]
    await server.deps.db.update(cards).set({ validUntil: '2033-04-10' }).where(inArray(cards.id, ids))
    await remind()
    for (const each of [reader, replaced]) {
      const { text } = await server.mailbox.waitFor(each.email)
      expect(text).toContain('stiahneme až 18.\u00a0mája')
      expect(text).toContain('predplatné sa 20.\u00a0mája')
    }
    goTo(startsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    goTo(chargeAt.subtract({ hours: 24 * 14 }))
    await remind()
    const { email } = await server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 10 }) })
    await remind()
    await server.mailbox.waitFor(email)
    expect([mailsTo(reader).length, mailsTo(replaced).length]).toEqual([2, 2])
  })

  test('R11.01 before what renews as another product the mails name that product, and the price that is charged', async () => {
    goTo(Temporal.Instant.from('2034-04-01T10:00:00Z'))
    const startsAt = Temporal.Instant.from('2034-04-20T10:00:00Z')
    const endsAt = Temporal.Instant.from('2034-04-22T10:00:00Z')
    const reader = await server.subscribe({ product: 'standard_1y', priceCents: 5990, endsAt: startsAt })
    await makePeriod(server.deps, { userId: reader.id, productCode: 'premium_1y', startsAt, endsAt })
    await server.deps.db.update(cards).set({ validUntil: '2034-04-17' }).where(eq(cards.id, reader.cardId))
    goTo(endsAt.subtract({ hours: 24 * 16 }))
    await remind()
    await server.mailbox.waitFor(reader.email, mail => mail.subject.includes('platba'))
    await server.mailbox.waitFor(reader.email, mail => mail.subject.includes('platnosť'))
    const told = mailsTo(reader).map(({ text }) => /Prémium/.test(text) && text.includes('89,90'))
    expect(told).toEqual([true, true])
    const costs = (priceCents: number) =>
      server.deps.db.update(products).set({ priceCents }).where(eq(products.code, 'premium_1y'))
    await costs(9990)
    goTo(endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    await costs(8990)
    const charged = { productCode: 'premium_1y', amountCents: 8990, state: 'paid' }
    expect((await reader.payments()).at(-1)).toMatchObject(charged)
  })

  test('R17.01 the warning about a card comes once: neither beside a failed payment, nor after its expiry', async () => {
    goTo(Temporal.Instant.from('2032-04-05T10:00:00Z'))
    const reader = await server.subscribe({ endsAt: Temporal.Instant.from('2032-05-10T10:00:00Z') })
    const other = await server.subscribe({ endsAt: Temporal.Instant.from('2032-05-10T10:00:00Z') })
    // The gateway does not know the card any more, as when it has expired.
    const expires = (cardId: number) =>
      server.deps.db
        .update(cards)
        .set({ validUntil: '2032-04-30', gatewayToken: 'nobody' })
        .where(eq(cards.id, cardId))
    await expires(reader.cardId)
    await remind()
    goTo(Temporal.Instant.from('2032-05-02T10:00:00Z'))
    await expires(other.cardId)
    await remind()
    for (const [at] of [
      ['2032-05-08T10:00:00Z'],
      ['2032-05-08T10:15:00Z'],
      ['2032-05-08T16:15:00Z'],
    ] as const) {
      goTo(Temporal.Instant.from(at))
      await server.chargeDue()
      await remind()
    }
    await server.mailbox.waitFor(other.email, mail => mail.subject.includes('nepodarila'))
    await server.mailbox.waitFor(reader.email, mail => mail.subject.includes('nepodarila'))
    const about = (who: Subscribed) =>
      mailsTo(who).filter(mail => mail.subject.includes('stratí platnosť')).length
    expect([about(reader), about(other)]).toEqual([1, 0])
  })
})
