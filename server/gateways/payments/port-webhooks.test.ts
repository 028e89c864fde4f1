import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { counters, gatewayActs } from '#server/testing/doubles/gateway-counters.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { GatewayUnavailable, WebhookNotGenuine, WebhookUnreadable } from './port.ts'

// One contract for both.
describe.each(counters)('the payment gateway %s', (_name, open) => {
  const counter = openForFile(open)
  const { request, keptCard, charge } = gatewayActs(() => counter)

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
    const asked = { reference, key: refund.key, chargeReference: taken.reference, amountCents: 20 }
    expect(await counter.gateway.readRefund(reference)).toEqual({ ...asked, hasFailed: false })
    const before = counter.messages().length
    await counter.failRefund(reference)
    expect(await counter.gateway.readRefund(reference)).toEqual({ ...asked, hasFailed: true })
    await expect.poll(() => newsSince(before)).toContainEqual({ about: 'refund', id: reference })
    expect(await counter.gateway.findCharge({ key: chargeKey, cardToken: token })).toMatchObject({
      refundedCents: 0,
    })
  })

  test('R11.06 the refunds of a charge are told one by one, oldest first; one made there has no key of ours', async () => {
    const { token } = await keptCard()
    const taken = await charge(randomUUID(), token)
    const other = await charge(randomUUID(), token)
    if (taken.state !== 'succeeded' || other.state !== 'succeeded') throw new Error('Nothing was taken')
    const { reference: chargeReference } = taken
    expect(await counter.gateway.listRefunds(chargeReference)).toEqual([])
    await counter.refundThere(other.reference, 700)
    const first = await counter.refundThere(chargeReference, 700)
    const key = randomUUID()
    const own = await counter.gateway.refund({ key, reference: chargeReference, amountCents: 500 })
    const last = await counter.refundThere(chargeReference, 700)
    await counter.failRefund(first)
    expect(await counter.gateway.listRefunds(chargeReference)).toEqual([
      { reference: first, key: null, chargeReference, amountCents: 700, hasFailed: true },
      { reference: own.reference, key, chargeReference, amountCents: 500, hasFailed: false },
      { reference: last, key: null, chargeReference, amountCents: 700, hasFailed: false },
    ])
    await counter.setDown(true)
    await expect(counter.gateway.listRefunds(chargeReference)).rejects.toThrow(GatewayUnavailable)
    await counter.setDown(false)
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
  ])('R17.01 a signed but malformed webhook is unreadable: %s', async body => {
    await expect(counter.gateway.verifyWebhook(counter.sign(body))).rejects.toThrow(WebhookUnreadable)
  })
})
