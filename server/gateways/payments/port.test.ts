import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Counter, counters } from '#server/testing/doubles/gateway-counters.ts'
import { GatewayUnavailable, KeyReused, WebhookNotGenuine, WebhookUnreadable } from './port.ts'

// One contract for both: what the product relies on holds for each gateway.
describe.each(counters)('the payment gateway %s', (_name, open) => {
  let counter: Counter
  beforeAll(async () => {
    counter = await open()
  })
  afterAll(() => counter.stop())

  const request = (key: string) => ({
    key,
    amountCents: 8990,
    description: 'Prémium',
    locale: 'sk' as const,
    email: 'jana@dennik.example',
    successUrl: 'https://profil.example/predplatne?platba=hotovo',
    cancelUrl: 'https://profil.example/predplatne?platba=odchod',
  })
  const keptCard = async (card: Parameters<Counter['pay']>[1] = 'succeeds') => {
    const page = await counter.gateway.setupCard({ ...request(randomUUID()), amountCents: 50 })
    await counter.pay(page.url, card)
    const checkout = await counter.gateway.readCheckout(page.reference)
    if (checkout.state !== 'paid' || !checkout.card) throw new Error('The card was not taken')
    return checkout.card
  }
  const charge = (key: string, cardToken: string, amountCents = 8990) =>
    counter.gateway.chargeOffSession({
      key,
      cardToken,
      amountCents,
      product: 'premium_1y',
      paysFor: `period of ${key}`,
    })

  test('a page is open, then paid, with a card that can be charged again and never its number', async () => {
    const key = randomUUID()
    const page = await counter.gateway.createCheckout({ ...request(key), keepCard: true })
    expect(await counter.gateway.readCheckout(page.reference)).toEqual({ state: 'open', decline: null })
    await counter.pay(page.url, 'succeeds')
    const paid = await counter.gateway.readCheckout(page.reference)
    expect(paid).toEqual({
      state: 'paid',
      reference: expect.any(String),
      refundedCents: 0,
      takenAt: expect.any(Temporal.Instant),
      card: {
        token: expect.any(String),
        brand: 'Visa',
        last4: '4242',
        validUntil: expect.stringMatching(/^20\d\d-(0[1-9]|1[0-2])-(28|29|30|31)$/),
      },
    })
    expect(JSON.stringify(paid)).not.toMatch(/\d{12,}/)
    if (paid.state !== 'paid') throw new Error('It was not paid')
    expect(Math.abs(paid.takenAt.until(Temporal.Now.instant()).total('seconds'))).toBeLessThan(60)
  })

  test('idempotent: the same key is the same page, also for concurrent calls', async () => {
    const wanted = { ...request(randomUUID()), keepCard: false }
    const pages = await Promise.all(Array.from({ length: 5 }, () => counter.gateway.createCheckout(wanted)))
    expect(new Set(pages.map(page => page.reference)).size).toBe(1)
  })

  test.each([
    ['declined', 'card_declined'],
    ['insufficient_funds', 'insufficient_funds'],
    ['expired', 'expired_card'],
  ] as const)(
    'a card that is %s leaves the page open, says why, and another card may pay',
    async (card, reason) => {
      const page = await counter.gateway.createCheckout({ ...request(randomUUID()), keepCard: false })
      await counter.pay(page.url, card)
      expect(await counter.gateway.readCheckout(page.reference)).toEqual({ state: 'open', decline: reason })
      await counter.pay(page.url, 'succeeds')
      expect(await counter.gateway.readCheckout(page.reference)).toMatchObject({ state: 'paid' })
    },
  )

  test('on a page that was closed nothing can be paid; one that was paid stays paid', async () => {
    const closed = await counter.gateway.createCheckout({ ...request(randomUUID()), keepCard: false })
    expect(await counter.gateway.closeCheckout(closed.reference)).toMatchObject({ state: 'closed' })
    await counter.pay(closed.url, 'succeeds')
    expect(await counter.gateway.readCheckout(closed.reference)).toMatchObject({ state: 'closed' })

    const paid = await counter.gateway.createCheckout({ ...request(randomUUID()), keepCard: false })
    await counter.pay(paid.url, 'succeeds')
    expect(await counter.gateway.closeCheckout(paid.reference)).toMatchObject({ state: 'paid' })
  })

  test('off-session: a stored card is charged once for an idempotency key, ten times at once or later', async () => {
    const { token } = await keptCard()
    const before = (await counter.ledger()).taken
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 10 }, () => charge(key, token)))
    results.push(await charge(key, token))
    const references = results.map(result => (result.state === 'succeeded' ? result.reference : result.state))
    expect(new Set(references).size).toBe(1)
    expect(results[0]).toMatchObject({ state: 'succeeded', refundedCents: 0 })
    expect((await counter.ledger()).taken - before).toBe(8990)
  })

  test.each([
    ['declined_later', 'card_declined'],
    ['confirmed_always', 'authentication_required'],
    ['unusable_later', 'card_unusable'],
  ] as const)(
    'off-session: a card that is %s is declined, each time the same for a key',
    async (card, reason) => {
      const { token } = await keptCard(card)
      const key = randomUUID()
      expect(await charge(key, token)).toEqual({ state: 'declined', reason })
      expect(await charge(key, token)).toEqual({ state: 'declined', reason })
      expect(await counter.gateway.findCharge({ key, cardToken: token })).toEqual({
        state: 'declined',
        reason,
      })
    },
  )

  test('a card that the gateway does not know is declined', async () => {
    expect(await charge(randomUUID(), 'cus_nobody/pm_nothing')).toEqual({
      state: 'declined',
      reason: 'card_declined',
    })
  })

  test('a charge with a lost response is unknown; it is found by its key, and a retry does not take it twice', async () => {
    const { token } = await keptCard()
    const before = (await counter.ledger()).taken
    const key = randomUUID()
    expect(await counter.gateway.findCharge({ key, cardToken: token })).toEqual({ state: 'none' })
    await counter.loseAnswer(true)
    // A gateway's own library may retry by itself, with the same idempotency key.
    const first = await charge(key, token).catch((error: unknown) => error)
    await counter.loseAnswer(false)
    if (!(first instanceof GatewayUnavailable)) expect(first).toMatchObject({ state: 'succeeded' })
    expect(await counter.gateway.findCharge({ key, cardToken: token })).toMatchObject({ state: 'succeeded' })
    expect(await charge(key, token)).toMatchObject({ state: 'succeeded' })
    expect((await counter.ledger()).taken - before).toBe(8990)
  })

  test('R11.11 an idempotency key with another body is refused, and takes nothing', async () => {
    const { token } = await keptCard()
    const key = randomUUID()
    await charge(key, token)
    const before = await counter.ledger()
    const other = await charge(key, token, 9990).catch((error: unknown) => error)
    expect(other).toBeInstanceOf(KeyReused)
    expect(await counter.ledger()).toEqual(before)
  })

  test('R11.11 what was taken for something is found by it, whatever the key and the card; a refusal is not', async () => {
    const { token } = await keptCard()
    const { token: declined } = await keptCard('declined_later')
    const [paid, refused, never] = [randomUUID(), randomUUID(), randomUUID()]
    const pay = (paysFor: string, cardToken: string) =>
      counter.gateway.chargeOffSession({
        key: `${paysFor}/1`,
        cardToken,
        amountCents: 8990,
        product: 'premium_1y',
        paysFor,
      })
    const taken = await pay(paid, token)
    await pay(refused, declined)
    if (taken.state !== 'succeeded') throw new Error('The charge did not succeed')
    // More than one batch of a search.
    const others = Array.from({ length: 30 }, () => randomUUID())
    const found = await counter.gateway.findTakenFor([...others, refused, never, paid])
    expect([...found.keys()]).toEqual([paid])
    expect(found.get(paid)).toMatchObject({ state: 'succeeded', reference: taken.reference })
    await counter.setDown(true)
    await expect(counter.gateway.findTakenFor([paid])).rejects.toThrow(GatewayUnavailable)
    await counter.setDown(false)
  })

  test('R11.12 what a reader pays for on a page is found by it, once it is paid', async () => {
    const paysFor = randomUUID()
    const page = await counter.gateway.createCheckout({ ...request(randomUUID()), keepCard: true, paysFor })
    await counter.pay(page.url, 'declined')
    expect(await counter.gateway.findTakenFor([paysFor])).toEqual(new Map())
    await counter.pay(page.url, 'confirmed_always')
    const paid = await counter.gateway.readCheckout(page.reference)
    if (paid.state !== 'paid') throw new Error('It was not paid')
    const found = await counter.gateway.findTakenFor([paysFor])
    expect(found.get(paysFor)).toMatchObject({ state: 'succeeded', reference: paid.reference })
  })

  test('a refund is idempotent by its key, and the charge says so', async () => {
    const { token } = await keptCard()
    const key = randomUUID()
    const taken = await charge(key, token, 50)
    if (taken.state !== 'succeeded') throw new Error('The charge did not succeed')
    const before = (await counter.ledger()).returned
    const refund = { key: randomUUID(), reference: taken.reference, amountCents: 50 }
    await Promise.all([counter.gateway.refund(refund), counter.gateway.refund(refund)])
    await counter.gateway.refund(refund)
    expect((await counter.ledger()).returned - before).toBe(50)
    expect(await counter.gateway.findCharge({ key, cardToken: token })).toMatchObject({
      state: 'succeeded',
      refundedCents: 50,
    })
  })

  test('while it is down the outcome is unknown, and nothing is taken', async () => {
    const { token } = await keptCard()
    const before = await counter.ledger()
    const key = randomUUID()
    await counter.setDown(true)
    await expect(charge(key, token)).rejects.toThrow(GatewayUnavailable)
    await expect(counter.gateway.findCharge({ key, cardToken: token })).rejects.toThrow(GatewayUnavailable)
    await expect(counter.gateway.createCheckout({ ...request(key), keepCard: false })).rejects.toThrow(
      GatewayUnavailable,
    )
    await counter.setDown(false)
    expect(await counter.ledger()).toEqual(before)
    expect(await charge(key, token)).toMatchObject({ state: 'succeeded' })
  })

  test('a deleted card can’t be charged any more, and its charges can be refunded', async () => {
    const { token } = await keptCard()
    const taken = await charge(randomUUID(), token, 50)
    if (taken.state !== 'succeeded') throw new Error('The charge did not succeed')
    await counter.setDown(true)
    await expect(counter.gateway.forgetCard(token)).rejects.toThrow(GatewayUnavailable)
    await counter.setDown(false)

    await counter.gateway.forgetCard(token)
    expect(await charge(randomUUID(), token)).toEqual({ state: 'declined', reason: 'card_declined' })
    const before = (await counter.ledger()).returned
    await counter.gateway.refund({ key: randomUUID(), reference: taken.reference, amountCents: 50 })
    expect((await counter.ledger()).returned - before).toBe(50)
    // Like an unknown one.
    await counter.gateway.forgetCard(token)
    await counter.gateway.forgetCard('cus_nobody/pm_nothing')
  })

  test('a refund’s webhook has the key of the page on which it was paid', async () => {
    const key = randomUUID()
    const page = await counter.gateway.createCheckout({ ...request(key), keepCard: false })
    await counter.pay(page.url, 'succeeds')
    const paid = await counter.gateway.readCheckout(page.reference)
    if (paid.state !== 'paid') throw new Error('It was not paid')
    const { reference } = paid
    await counter.gateway.refund({ key: randomUUID(), reference, amountCents: 8990 })
    const find = () =>
      counter.messages().find(({ body }) => body.includes(key) && body.includes('charge.refunded'))
    await expect.poll(find).toBeDefined()
    const message = find()
    expect(message && (await counter.gateway.verifyWebhook(message))).toEqual({ about: 'payment', id: key })
  })

  /** What the messages say that came since. */
  const newsSince = async (from: number) =>
    await Promise.all(
      counter
        .messages()
        .slice(from)
        .map(each => counter.gateway.verifyWebhook(each)),
    )

  test('R11.12 a refund that comes back has failed, its webhook names it, and the charge has its money again', async () => {
    const { token } = await keptCard()
    const chargeKey = randomUUID()
    const taken = await charge(chargeKey, token, 50)
    if (taken.state !== 'succeeded') throw new Error('The charge did not succeed')
    const refund = { key: randomUUID(), reference: taken.reference, amountCents: 20 }
    const { reference } = await counter.gateway.refund(refund)
    if (reference === null) throw new Error('There is no refund')
    const asked = { key: refund.key, chargeReference: taken.reference, amountCents: 20 }
    expect(await counter.gateway.readRefund(reference)).toEqual({ ...asked, hasFailed: false })
    const before = counter.messages().length
    await counter.failRefund(reference)
    expect(await counter.gateway.readRefund(reference)).toEqual({ ...asked, hasFailed: true })
    await expect.poll(() => newsSince(before)).toContainEqual({ about: 'refund', id: reference })
    expect(await counter.gateway.findCharge({ key: chargeKey, cardToken: token })).toMatchObject({
      refundedCents: 0,
    })
  })

  test('R11.12 a dispute is found by the charge, with its last day to answer, and each message names it', async () => {
    const { token } = await keptCard()
    const taken = await charge(randomUUID(), token)
    if (taken.state !== 'succeeded') throw new Error('The charge did not succeed')
    const respondBy = Temporal.Instant.from('2026-12-24T23:59:59Z')
    const dispute = { id: `du_${randomUUID()}`, charge: taken.reference, amountCents: 8990, respondBy }
    for (const state of ['inquiry', 'needs_response', 'under_review', 'won', 'lost'] as const) {
      const before = counter.messages().length
      await counter.dispute({ ...dispute, state })
      expect(await counter.gateway.readDispute(dispute.id)).toEqual({
        chargeReference: taken.reference,
        reason: 'fraudulent',
        amountCents: 8990,
        state,
        respondBy,
      })
      await expect.poll(() => newsSince(before)).toContainEqual({ about: 'dispute', id: dispute.id })
    }
    await counter.dispute({ ...dispute, state: 'lost', respondBy: null })
    expect(await counter.gateway.readDispute(dispute.id)).toMatchObject({ respondBy: null })
  })

  test('R11.12 a card that its bank has replaced keeps its token, and its webhook names it', async () => {
    const card = await keptCard()
    expect(await counter.gateway.readCard(card.token)).toEqual(card)
    const before = counter.messages().length
    await counter.replaceCard(card.token, { last4: '1881', validUntil: '2039-02-28' })
    const replaced = { ...card, last4: '1881', validUntil: '2039-02-28' }
    expect(await counter.gateway.readCard(card.token)).toEqual(replaced)
    await expect.poll(() => newsSince(before)).toContainEqual({ about: 'card', id: card.token })
    await counter.gateway.forgetCard(card.token)
    expect(await counter.gateway.readCard(card.token)).toBeUndefined()
    expect(await counter.gateway.readCard('cus_nobody/pm_nothing')).toBeUndefined()
  })

  test('its webhooks name the payment by our key; a changed, unsigned or old one has no valid signature', async () => {
    const key = randomUUID()
    const page = await counter.gateway.createCheckout({ ...request(key), keepCard: false })
    await counter.pay(page.url, 'succeeds')
    await expect.poll(() => counter.messages().some(each => each.body.includes(key))).toBe(true)
    const message = counter.messages().findLast(each => each.body.includes(key))
    if (!message) throw new Error('No message came')
    expect(await counter.gateway.verifyWebhook(message)).toEqual({ about: 'payment', id: key })

    const other = Buffer.from(message.body.toString().replace(key, randomUUID()))
    const [name = '', signature = ''] =
      Object.entries(message.headers).find(([each]) => each.endsWith('-signature')) ?? []
    const old = signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 3600}`)
    for (const forged of [
      { ...message, body: other },
      { ...message, headers: {} },
      { ...message, headers: { [name]: 'nonsense' } },
      { ...message, headers: { [name]: old } },
    ]) {
      await expect(counter.gateway.verifyWebhook(forged)).rejects.toThrow(WebhookNotGenuine)
    }
  })

  test.each([
    '',
    '{"key',
    'null',
    '[]',
    '{"data":{"object":null}}',
    '{"data":{"object":{"metadata":"x"}},"key":1}',
  ])('a signed but malformed webhook is unreadable: %s', async body => {
    await expect(counter.gateway.verifyWebhook(counter.sign(body))).rejects.toThrow(WebhookUnreadable)
  })
})
