import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EndpointOutput } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { listPayments } from '#contract/payments/payments.ts'
import type { OpenContract, Withdrawal } from '#contract/withdrawals/withdrawals.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { upgrades } from '#server/modules/subscriptions/tables.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { lastGift } from '#server/testing/journeys/buy-gift.ts'
import { giftJourney } from '#server/testing/journeys/gift-journey.ts'
import { operate } from '#server/testing/make/operator.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
beforeAll(() => server.clock.set('2029-01-10T10:00:00Z')) // A year has 365 days, whenever this runs.
beforeEach(() => server.stopAllRenewals())

/** Buys a year by card, with the request to begin at once or without. */
async function buy({ beginsOnRequest = false } = {}) {
  const reader = await server.signIn()
  const order = (await reader.order({ product: 'premium_1y', method: 'card' })).json<Order>()
  const consents = {
    terms_version: '1',
    terms_url: 'https://dennik.example/vop',
    privacy_url: 'https://dennik.example/gdpr',
    begin_at_once: true,
    withdrawal_information: '1',
    shown_at: server.clock.now().toString(),
  }
  const kept = beginsOnRequest ? consents : null
  await server.deps.db.update(orders).set({ consents: kept }).where(eq(orders.id, order.id))
  await server.gateway.payOnPage(order.redirect_url ?? '')
  await eventually(async () => (await reader.readOrder(order.id)).state).toBe('paid')
  const [payment] = await reader.payments()
  return { reader, order, paymentId: payment?.id ?? 0 }
}

const listOf = async (reader: MoneyReader) => {
  const answer = await reader.browser.get(`${reader.own}/withdrawals`)
  return answer.json<{ open: OpenContract[]; received: Withdrawal[] }>()
}
const withdraw = (reader: MoneyReader, paymentId: number) =>
  reader.browser.post(`${reader.own}/withdrawals`, { json: { payment_id: paymentId } })
const refundsOf = (paymentId: number) =>
  server.deps.db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id)
const mailsTo = (email: string, start: string) =>
  server.mailbox.mails.filter(({ to, subject }) => to === email && subject.startsWith(start))

describe('R11.07 a signed-in reader', () => {
  test('withdraws within the days: access and renewal end, the money goes back to the card, a copy comes by mail', async () => {
    const { reader, order, paymentId } = await buy()
    server.clock.advance('P2D')
    await reader.browser.signIn(reader.email)
    const [open] = (await listOf(reader)).open
    expect(open).toMatchObject({
      payment_id: paymentId,
      order_number: String(order.id),
      refund: { amount: 8990 },
      kept: { amount: 0 },
      card: { last4: '4242' },
    })
    expect((await reader.list())[0]?.payment?.withdraw_until).toBe(open?.last_day)
    const answer = await withdraw(reader, paymentId)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ refund: { price: { amount: 8990 } }, email: reader.email })
    expect(await reader.list()).toMatchObject([
      {
        state: 'inactive',
        recurrence: { state: 'off' },
        payment: { state: 'refunded', withdraw_until: null },
      },
    ])
    const copy = await server.mailbox.waitFor(reader.email, each => each.subject.startsWith('Odstúpenie'))
    expect(copy.text).toContain(`číslo ${order.id}`)
    expect(copy.text).toMatch(/sme prijali .+ o\s\d\d?:\d\d\./)
    expect(mailsTo(reader.email, 'Vraciame')).toEqual([])
    await eventually(async () => (await listOf(reader)).received[0]?.refund?.state).toBe('sent')
    expect((await listOf(reader)).open).toEqual([])
    const log = await reader.browser.get(`${reader.own}/activity`)
    expect(log.json<{ items: { kind: string }[] }>().items[0]?.kind).toBe('contract_withdrawn')
    server.clock.advance('P10D')
    await reader.browser.signIn(reader.email)
    expect((await listOf(reader)).received).toEqual([])
  })

  test('who asked to begin at once pays for the days delivered', async () => {
    const { reader, paymentId } = await buy({ beginsOnRequest: true })
    server.clock.advance('P11D')
    await reader.browser.signIn(reader.email)
    expect((await listOf(reader)).open[0]).toMatchObject({
      restores: false,
      refund: { amount: 8719 },
      kept: { amount: 271 },
      days: 11,
    })
    await withdraw(reader, paymentId)
    expect((await refundsOf(paymentId))[0]?.amountCents).toBe(8719)
    const copy = await server.mailbox.waitFor(reader.email, each => each.subject.startsWith('Odstúpenie'))
    expect(copy.text).toContain('odpočítali 2,71\u00a0€')
  })

  test('R2.06 R11.06 its credit note is among the documents of the reader, and of nobody else', async () => {
    const { reader, paymentId } = await buy()
    await withdraw(reader, paymentId)
    const { items } = await reader.get<EndpointOutput<typeof listPayments>>('payments')
    const url = items.find(({ id }) => id === paymentId)?.refunds[0]?.credit_note_url ?? ''
    const pdf = await reader.browser.get(new URL(url).pathname)
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('D-'),
    })
    const stranger = await server.signIn()
    expect((await stranger.browser.get(new URL(url).pathname)).statusCode).toBe(403)
  })

  test('of a period that a refund has shortened each day delivered costs what it did', async () => {
    const { reader, paymentId } = await buy({ beginsOnRequest: true })
    await makeRefund(server.money, paymentId, { amountCents: 4495, access: 'shorten' })
    server.clock.advance('P11D')
    await reader.browser.signIn(reader.email)
    const [open] = (await listOf(reader)).open
    expect(open?.refund.amount).toBeGreaterThan(4495 - 275)
    await withdraw(reader, paymentId)
    expect((await refundsOf(paymentId)).at(-1)?.amountCents).toBe(open?.refund.amount)
  })

  test('of what was delivered to its end nothing comes back; the withdrawal is received, confirmed and shown', async () => {
    const now = server.clock.now()
    const [startsAt, endsAt] = [now.subtract({ hours: 24 * 353 }), now.add({ hours: 24 * 12 })]
    const reader = await server.subscribe({ startsAt, endsAt })
    const [offer] = await reader.listOffers(reader.subscriptionId)
    await reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')
    server.clock.advance('P13D')
    await reader.browser.signIn(reader.email)
    const [open] = (await listOf(reader)).open
    const paid = { amount: 99 }
    expect(open).toMatchObject({ paid, refund: { amount: 0 }, kept: paid, days: 12, restores: false })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => withdraw(reader, open?.payment_id ?? 0)),
    )
    for (const answer of answers) expect(answer.json()).toMatchObject({ refund: null })
    expect(await refundsOf(open?.payment_id ?? 0)).toEqual([])
    const copy = await server.mailbox.waitFor(reader.email, each => each.subject.startsWith('Odstúpenie'))
    expect(copy.text).toContain('Nevraciame z\u00a0nej nič. Zo zaplatenej sumy sme odpočítali 0,99\u00a0€')
    expect(mailsTo(reader.email, 'Odstúpenie')).toHaveLength(1)
    expect(await listOf(reader)).toMatchObject({ open: [], received: [{ refund: null }] })
    server.clock.advance('P10D')
    await reader.browser.signIn(reader.email)
    expect((await listOf(reader)).received).toEqual([])
  })

  test('race: twenty at once are one withdrawal, one refund and one copy; a repeated one answers the same', async () => {
    const { reader, paymentId } = await buy()
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(reader, paymentId)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map(answer => answer.json<Withdrawal>().refund?.id)).size).toBe(1)
    expect(await refundsOf(paymentId)).toHaveLength(1)
    expect((await withdraw(reader, paymentId)).statusCode).toBe(200)
    await server.mailbox.waitFor(reader.email, each => each.subject.startsWith('Odstúpenie'))
    expect(mailsTo(reader.email, 'Odstúpenie')).toHaveLength(1)
  })

  test('a gateway that is away delays the money only', async () => {
    const { reader, paymentId } = await buy()
    await server.gateway.setFaults({ down: 'hanging_up' })
    expect((await withdraw(reader, paymentId)).statusCode).toBe(200)
    expect((await listOf(reader)).received).toMatchObject([{ refund: { state: 'requested' } }])
    await server.gateway.setFaults({ down: 'no' })
    await eventually(async () => (await refundsOf(paymentId))[0]?.state).toBe('sent')
  })

  test('too late, given back before, another’s, and a renewal', async () => {
    const late = await buy()
    server.clock.advance('P21D')
    await late.reader.browser.signIn(late.reader.email)
    expect(keyOf(await withdraw(late.reader, late.paymentId))).toBe('withdrawal_too_late')
    expect((await late.reader.list())[0]?.payment?.withdraw_until).toBeNull()
    const back = await buy()
    await makeRefund(server.money, back.paymentId)
    expect(keyOf(await withdraw(back.reader, back.paymentId))).toBe('withdrawal_refunded')
    expect((await withdraw(back.reader, late.paymentId)).statusCode).toBe(404)
    const renewing = await server.subscribe()
    server.clock.set(renewing.endsAt.subtract({ hours: 48 }).toString())
    await server.chargeDue()
    const renewal = (await renewing.payments()).find(({ purpose }) => purpose === 'renewal')
    await renewing.browser.signIn(renewing.email)
    expect((await withdraw(renewing, renewal?.id ?? 0)).statusCode).toBe(404)
    expect((await listOf(renewing)).open).toEqual([])
  })

  test.each([
    ['asked to begin at once, so 11 of 335 days are paid for', true, { refund: 2663, kept: 90, days: 11 }],
    ['without the request, of before it was kept: whole', false, { refund: 2753, kept: 0, days: 0 }],
  ])(
    'R11.08 an upgrade is a contract of its own, %s; the former subscription is there again',
    async (_, isKept, sum) => {
      // A year without a leap day.
      server.clock.set('2030-03-11T10:00:00Z')
      const { reader } = await buy()
      server.clock.advance('P30D')
      const [bought] = await reader.list()
      const [offer] = await reader.listOffers(bought?.id ?? 0)
      await reader.acceptOffer(bought?.id ?? 0, offer?.code ?? '')
      if (!isKept) {
        await server.deps.db
          .update(upgrades)
          .set({ consents: null })
          .where(eq(upgrades.subscriptionId, bought?.id ?? 0))
      }
      server.clock.advance('P11D')
      await reader.browser.signIn(reader.email)
      const { open } = await listOf(reader)
      const money = {
        refund: { amount: sum.refund },
        kept: { amount: sum.kept },
        days: sum.days,
        restores: true,
      }
      expect(open).toMatchObject([{ product_name: 'Prémium bez reklamy', paid: { amount: 2753 }, ...money }])
      const paymentId = open[0]?.payment_id ?? 0
      await withdraw(reader, paymentId)
      expect(await refundsOf(paymentId)).toMatchObject([{ amountCents: sum.refund }])
      expect((await reader.list()).filter(each => each.state === 'active')).toMatchObject([
        { type: { code: 'premium_1y' }, recurrence: { state: 'unavailable' } },
      ])
      const copy = await server.mailbox.waitFor(reader.email, each => each.subject.startsWith('Odstúpenie'))
      expect(copy.text).toContain('znova platí do konca svojho obdobia, samo sa však neobnoví.')
    },
  )

  test('also one whose account is about to be deleted', async () => {
    const { reader, paymentId } = await buy()
    await operate(server, 'readers request-deletion', { id: reader.id })
    await reader.browser.signIn(reader.email)
    expect((await withdraw(reader, paymentId)).statusCode).toBe(200)
  })

  test.each([
    ['not activated', false],
    ['activated: its reader is told by mail and on the screen', true],
  ])('a giver withdraws from a gift, %s: it ends, and the whole sum goes back', async (_, isActivated) => {
    const gifts = giftJourney(server)
    const { giver, code } = await gifts.given()
    const receiver = await server.signIn({ locale: 'sk' })
    if (isActivated) expect((await gifts.activate(receiver, code)).statusCode).toBe(201)
    const { withdraw_until: until } = await lastGift(giver)
    const { open } = await listOf(giver)
    expect(open).toMatchObject([{ is_gift: true, refund: { amount: 8990 }, last_day: until }])
    const answer = await withdraw(giver, open[0]?.payment_id ?? 0)
    expect(answer.json()).toMatchObject({ refund: { way: 'transfer' } })
    expect(await lastGift(giver)).toMatchObject({ state: 'cancelled', withdraw_until: null })
    if (!isActivated) {
      expect((await gifts.activate(receiver, code)).statusCode).not.toBe(201)
      return
    }
    expect(await receiver.list()).toMatchObject([
      { state: 'inactive', recurrence: { reason: 'gift_cancelled' } },
    ])
    const mail = await server.mailbox.waitFor(receiver.email, ({ subject }) => /darček/i.test(subject))
    expect(mail.text).toContain('Darček bol zrušený')
    expect(mailsTo(receiver.email, 'Darčekové predplatné sa skončilo')).toHaveLength(1)
  })

  test('a gift tells its last day until that is over', async () => {
    const { giver } = await giftJourney(server).given()
    const { withdraw_until: until } = await lastGift(giver)
    const lastSecond = Temporal.PlainDate.from(until ?? '').toZonedDateTime({
      timeZone: 'Europe/Bratislava',
      plainTime: '23:59:59',
    })
    server.clock.set(lastSecond.toInstant().toString())
    await giver.browser.signIn(giver.email)
    expect((await lastGift(giver)).withdraw_until).toBe(until)
    server.clock.advance('PT1S')
    expect((await lastGift(giver)).withdraw_until).toBeNull()
  })
})
