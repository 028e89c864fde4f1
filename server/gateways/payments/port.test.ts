import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { counters, gatewayActs } from '#server/testing/doubles/gateway-counters.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { GatewayUnavailable, KeyReused } from './port.ts'

// One contract for both: what the product relies on holds for each gateway.
describe.each(counters)('the payment gateway %s', (_name, open) => {
  const counter = openForFile(open)
  const { request, keptCard, charge } = gatewayActs(() => counter)

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
})
