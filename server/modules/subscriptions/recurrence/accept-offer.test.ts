import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { type ChargeResult, GatewayUnavailable } from '#server/gateways/payments/port.ts'
import { sweepPayments } from '#server/modules/payments/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { agreedTerms } from '#server/testing/journeys/agreed-terms.ts'
import {
  createMoneyApp,
  eventually,
  type MoneyApp,
  type MoneyReader,
} from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { upgrades } from '../tables.ts'
import { acceptOffer } from './accept-offer.ts'

const server = openForFile(createMoneyApp)

const keyOf = (answer: { json: () => unknown }) =>
  (answer.json() as { errors?: { key: string }[] }).errors?.[0]?.key

describe('R4.07 R11.08 the offer to upgrade to premium without ads', () => {
  /** Half of a year is left, to the day. */
  const halfYear = async (given: Parameters<MoneyApp['subscribe']>[0] = {}) => {
    const now = Temporal.Instant.from('2027-03-10T10:00:00Z')
    server.clock.set(now.toString())
    return server.subscribe({
      startsAt: Temporal.Instant.from('2026-09-08T10:00:00Z'),
      endsAt: Temporal.Instant.from('2027-09-08T09:00:00Z'),
      ...given,
    })
  }
  const accept = async (reader: MoneyReader & { subscriptionId: number }) => {
    const [offer] = await reader.listOffers(reader.subscriptionId)
    if (!offer) throw new Error('Nothing is offered')
    return { offer, answer: await reader.acceptOffer(reader.subscriptionId, offer.code) }
  }

  test('proration: the price is the difference for the days left, and it is what is charged', async () => {
    const reader = await halfYear()
    const { offer, answer } = await accept(reader)
    // 30 € more a year; 182 of 365 days are left.
    expect(offer).toMatchObject({
      kind: 'upgrade',
      type: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' },
      gained: ['no_advert', 'no_advert_web', 'no_advert_mobile'],
      price: { amount: 1496, currency: 'EUR' },
      period: { to: reader.endsAt.toString() },
      next_payment: { price: { amount: 11_990 } },
      card: { brand: 'Visa', last4: '4242' },
    })
    expect(answer.statusCode).toBe(201)
    const opened = answer.json<Subscription>()
    expect(opened).toMatchObject({
      type: { code: 'premium_plus_1y' },
      state: 'active',
      period: { to: reader.endsAt.toString() },
      recurrence: { state: 'on', next_payment: { price: { amount: 11_990 } } },
      payment: { state: 'paid' },
    })
    expect((await reader.payments()).at(-1)).toMatchObject({ purpose: 'upgrade', amountCents: 1496 })
    const [former, present] = await reader.periods()
    expect(present?.startsAt).toEqual(former?.endsAt)
    // A contract of its own is confirmed on a durable medium, as an order is (R11.08).
    const mail = await server.mailbox.waitFor(reader.email, ({ files }) => files !== undefined)
    const { variableSymbol } = (await reader.payments()).at(-1) ?? {}
    for (const words of [
      '14,96\u00a0€ s\u00a0DPH',
      'Potom sa samo obnoví:',
      '119,90\u00a0€ s\u00a0DPH. Vypnúť to môžete',
      'Od zmluvy môžete do 14\u00a0dní odstúpiť',
      'Posledný deň je 24.\u00a0marca\u00a02027. Požiadali ste, aby sa predplatné začalo hneď: ak odstúpite, zaplatíte za dni,',
      `/obchod/odstupit-od-zmluvy?order=${variableSymbol}\n\n`,
      'obchodné podmienky vo verzii 1: https://',
    ]) {
      expect(mail.text).toContain(words)
    }
    expect(mail.files?.map(({ contentType }) => contentType)).toEqual([
      'application/pdf',
      'text/plain; charset=utf-8',
    ])
    // And the next year follows without a gap, at the price that was told.
    server.clock.set(reader.endsAt.toString())
    await server.chargeDue()
    const after = (await reader.periods()).at(-1)
    expect(after).toMatchObject({ productCode: 'premium_plus_1y', priceCents: 11_990 })
    expect(after?.startsAt).toEqual(reader.endsAt)
  })

  test('what stood over its button is kept, and refused at its field where it is missing or has changed, by both ways', async () => {
    const reader = await halfYear()
    const [offer] = await reader.listOffers(reader.subscriptionId)
    const code = offer?.code ?? ''
    const agreed = await agreedTerms(reader.browser, {})
    const changed = 'order_terms_changed'
    for (const [json, key, field] of [
      [{}, 'required', 'agreed'],
      [{ agreed: { ...agreed, begin_at_once: false } }, 'begin_at_once_required', 'agreed.begin_at_once'],
      [{ agreed: { terms_version: agreed.terms_version } }, changed, 'agreed.withdrawal_version'],
      [{ agreed: { ...agreed, terms_version: '0' } }, changed, 'agreed.terms_version'],
    ] as const) {
      for (const send of [reader.acceptOffer, reader.change]) {
        const answer = await send(reader.subscriptionId, code, json)
        expect(answer.statusCode).toBe(422)
        expect(answer.json<{ errors: object[] }>().errors).toMatchObject([{ key, field }])
      }
    }
    expect(await reader.payments()).toHaveLength(1)
    expect((await reader.change(reader.subscriptionId, code)).statusCode).toBe(201)
    const kept = async () => {
      const [row] = await server.deps.db
        .select()
        .from(upgrades)
        .where(eq(upgrades.subscriptionId, reader.subscriptionId))
      return row?.consents
    }
    const first = await kept()
    expect(first).toEqual({
      terms_version: agreed.terms_version,
      terms_url: server.deps.settings.terms.termsUrl,
      privacy_url: server.deps.settings.terms.privacyUrl,
      begin_at_once: true,
      withdrawal_information: agreed.withdrawal_version,
      shown_at: expect.any(String),
    })
    // The same again is the same contract, also where other terms hold by then.
    const again = { agreed: { ...agreed, terms_version: 'later' } }
    expect((await reader.acceptOffer(reader.subscriptionId, code, again)).statusCode).toBe(201)
    expect(await kept()).toEqual(first)
    expect(await reader.payments()).toHaveLength(2)
  })

  test('race: accepted twenty times at once, and once more, it is charged once', async () => {
    const reader = await halfYear()
    const [offer] = await reader.listOffers(reader.subscriptionId)
    const before = (await server.gateway.ledger()).taken
    const accepted = () => reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')
    const answers = await Promise.all(Array.from({ length: 20 }, accepted))
    answers.push(await accepted())
    // Concurrent calls get the result of the first one.
    for (const answer of answers) expect([201, 202]).toContain(answer.statusCode)
    expect((await accepted()).statusCode).toBe(201)
    expect((await server.gateway.ledger()).taken - before).toBe(offer?.price.amount)
    expect(await reader.periods()).toHaveLength(2)
  })

  test('an outdated price is refused, and nothing is charged', async () => {
    const reader = await halfYear()
    const [offer] = await reader.listOffers(reader.subscriptionId)
    for (const code of ['premium_plus_1y-1', 'premium_plus_1y', 'standard_1y-1496', 'x']) {
      const answer = await reader.acceptOffer(reader.subscriptionId, code)
      expect([answer.statusCode, keyOf(answer)]).toEqual([422, 'offer_changed'])
    }
    server.clock.advance('P1D')
    expect(keyOf(await reader.acceptOffer(reader.subscriptionId, offer?.code ?? ''))).toBe('offer_changed')
    expect(await reader.payments()).toHaveLength(1)
  })

  test.each([
    ['declined_later', 'card_declined'],
    ['confirmed_always', 'card_authentication_required'],
  ] as const)('a card that is %s changes nothing and says why: %s', async (card, key) => {
    const reader = await halfYear({ card })
    const { answer } = await accept(reader)
    expect([answer.statusCode, keyOf(answer)]).toEqual([422, key])
    expect(await reader.list()).toMatchObject([{ state: 'active', type: { code: 'premium_1y' } }])
    expect((await accept(reader)).answer.statusCode).toBe(422)
  })

  test('a charge with a lost response is not charged again: the next query finds it', async () => {
    const reader = await halfYear()
    await server.gateway.setFaults({ lose_answers: true, webhooks: 'off' })
    const { offer, answer } = await accept(reader)
    await server.gateway.setFaults({ lose_answers: false, webhooks: 'prompt' })
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { state: 'processing' }])
    const again = await reader.acceptOffer(reader.subscriptionId, offer.code)
    expect(again.statusCode).toBe(201)
    expect((await reader.payments()).filter(each => each.purpose === 'upgrade')).toMatchObject([
      { state: 'paid' },
    ])
  })

  test('a charge that never reached the gateway is given up after two minutes: the reader is told, and may accept again', async () => {
    const reader = await halfYear()
    await server.gateway.setFaults({ down: 'refusing' })
    const { offer, answer } = await accept(reader)
    await server.gateway.setFaults({ down: 'no' })
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { state: 'processing' }])
    server.clock.advance('PT1M')
    await sweepPayments(server.money)
    expect((await reader.payments()).at(-1)?.state).toBe('unknown')
    server.clock.advance('PT1M')
    await sweepPayments(server.money)
    expect((await reader.payments()).at(-1)).toMatchObject({ state: 'failed', failure: 'abandoned' })
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toBe('Zmena na Prémium bez reklamy sa nepodarila')
    expect(mail.text).toContain('nič sme vám nestrhli')
    expect((await reader.acceptOffer(reader.subscriptionId, offer.code)).statusCode).toBe(201)
    const { charges } = await server.gateway.ledger()
    const keys = (await reader.payments()).map(each => each.gatewayKey)
    expect(charges.filter(charge => keys.includes(charge.key))).toHaveLength(1)
  })

  describe('race: a charge sent after its payment was given up buys nothing, and is refunded', () => {
    /** Accepts an offer whose payment is given up while its charge is on its way. */
    async function acceptLate(answer: (charged: ChargeResult) => Promise<ChargeResult>) {
      const reader = await halfYear()
      const [offer] = await reader.listOffers(reader.subscriptionId)
      const { gateway } = server.money
      const late: typeof gateway = {
        ...gateway,
        chargeOffSession: async request => {
          await server.deps.db
            .update(payments)
            .set({ state: 'failed', failure: 'abandoned' })
            .where(eq(payments.gatewayKey, request.key))
          return await answer(await gateway.chargeOffSession(request))
        },
      }
      const agreed = await agreedTerms(reader.browser, {})
      const accepting = acceptOffer(
        { ...server.money, gateway: late },
        { userId: reader.id, sessionId: '' },
        { subscriptionId: reader.subscriptionId, code: offer?.code ?? '', agreed },
      )
      await expect(accepting).rejects.toThrow('offer_changed')
      const refunded = async () => {
        const key = (await reader.payments()).at(-1)?.gatewayKey
        const { refunds } = await server.gateway.ledger()
        return refunds.filter(refund => refund.key === `${key}/refund`).map(refund => refund.amount)
      }
      return { reader, refunded, all: [offer?.price.amount] }
    }

    test('by its answer', async () => {
      await server.gateway.setFaults({ webhooks: 'off' })
      const { reader, refunded, all } = await acceptLate(charged => Promise.resolve(charged))
      await server.gateway.setFaults({ webhooks: 'prompt' })
      await eventually(refunded).toEqual(all)
      expect(await reader.periods()).toHaveLength(1)
    })

    test('by the webhook, where the answer is lost', async () => {
      const { refunded, all } = await acceptLate(() => Promise.reject(new GatewayUnavailable('Lost')))
      await eventually(refunded).toEqual(all)
    })

    test('once the gateway answers again', async () => {
      const { refunded, all } = await acceptLate(async charged => {
        await server.gateway.setFaults({ down: 'refusing' })
        return charged
      })
      expect(await refunded()).toEqual([])
      await server.gateway.setFaults({ down: 'no' })
      await eventually(refunded).toEqual(all)
    })
  })

  test('nothing is offered to a reader who has it, has stopped, is about to be charged, or has a few days left', async () => {
    const now = server.clock.now()
    const has = await server.subscribe({ product: 'premium_plus_1y', priceCents: 11_990 })
    expect(await has.listOffers(has.subscriptionId)).toEqual([])
    const stopped = await server.subscribe()
    await stopped.switchRecurrence(stopped.subscriptionId, { enabled: false })
    expect(await stopped.listOffers(stopped.subscriptionId)).toEqual([])
    const due = await server.subscribe({ endsAt: now.add({ hours: 40 }) })
    expect(await due.listOffers(due.subscriptionId)).toEqual([])
    const short = await server.subscribe({
      startsAt: now.subtract({ hours: 24 * 360 }),
      endsAt: now.add({ hours: 24 * 5 }),
    })
    expect(await short.listOffers(short.subscriptionId)).toEqual([])
    const standard = await server.subscribe({ product: 'standard_1y', priceCents: 5990 })
    expect(await standard.listOffers(standard.subscriptionId)).toMatchObject([
      { type: { code: 'premium_plus_1y' } },
    ])
  })
})
