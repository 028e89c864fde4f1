import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Gift } from '#contract/gifts/gifts.ts'
import { users } from '#server/modules/identity/tables.ts'
import { lastGift, orderGift } from '#server/testing/journeys/buy-gift.ts'
import { giftJourney, newGiftEmail } from '#server/testing/journeys/gift-journey.ts'
import { keyOf } from '#server/testing/make/company-people.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
let gifts: ReturnType<typeof giftJourney>
beforeAll(async () => {
  gifts = giftJourney(server)
})

describe('R9.02 until it is activated, its giver', () => {
  test('sends it again: the same link', async () => {
    const { giver, email, code } = await gifts.given()
    const { id } = await lastGift(giver)
    const answer = await gifts.send(giver, id)
    expect(answer.statusCode).toBe(200)
    await expect.poll(() => gifts.giftMailsTo(email).length).toBe(2)
    expect((await gifts.readOffer(code)).statusCode).toBe(200)
    expect(gifts.giftMailsTo(email).every(mail => mail.text.includes(code))).toBe(true)
  })

  test('gives it to another address: the former link is void at once, the new one works', async () => {
    const { giver, code } = await gifts.given()
    const { id } = await lastGift(giver)
    const other = newGiftEmail()
    const answer = await gifts.change(giver, id, other.toUpperCase())
    expect(answer.json<Gift>()).toMatchObject({ id, email: other, state: 'sent' })
    const mail = await gifts.giftMail(other)
    expect(mail.code).not.toBe(code)
    const receiver = await server.signIn()
    expect(keyOf(await gifts.activate(receiver, code))).toBe('coupon_doesnt_exist')
    expect((await gifts.activate(receiver, mail.code)).statusCode).toBe(201)
  })

  test('changes the address of one that is due later, and nothing is mailed before', async () => {
    const giver = await server.signIn()
    const [first, second] = [newGiftEmail(), newGiftEmail()]
    await (await orderGift(server, giver, { email: first, inDays: 3 })).pay()
    const { id } = await lastGift(giver)
    expect((await gifts.change(giver, id, second)).json<Gift>()).toMatchObject({
      email: second,
      state: 'planned',
    })
    await server.mailbox.waitFor(giver.email)
    expect([...gifts.giftMailsTo(first), ...gifts.giftMailsTo(second)]).toEqual([])
    expect((await gifts.send(giver, id)).json<Gift>()).toMatchObject({ state: 'sent' })
    await gifts.giftMail(second)
  })

  test('or its recipient is first, never both: twenty races', async () => {
    for (let race = 0; race < 20; race++) {
      const { giver, code } = await gifts.given()
      const [{ id }, receiver] = [await lastGift(giver), await server.signIn()]
      const [changed, activated] = await Promise.all([
        gifts.change(giver, id, newGiftEmail()),
        gifts.activate(receiver, code),
      ])
      expect([changed.statusCode === 200, activated.statusCode === 201].filter(Boolean)).toHaveLength(1)
      expect(await receiver.list()).toHaveLength(activated.statusCode === 201 ? 1 : 0)
    }
  })
})

describe('refused, each with its message', () => {
  test('an activated gift is neither sent nor changed', async () => {
    const { giver, code } = await gifts.given()
    const { id } = await lastGift(giver)
    await gifts.activate(await server.signIn(), code)
    expect(keyOf(await gifts.send(giver, id))).toBe('gift_already_activated')
    expect(keyOf(await gifts.change(giver, id, newGiftEmail()))).toBe('gift_already_activated')
  })

  test('nor is an expired one', async () => {
    const { giver } = await gifts.given()
    const { id } = await lastGift(giver)
    server.clock.advance('P94D')
    await giver.browser.signIn(giver.email)
    expect(await lastGift(giver)).toMatchObject({ state: 'expired' })
    expect(keyOf(await gifts.send(giver, id))).toBe('gift_expired')
    expect(keyOf(await gifts.change(giver, id, newGiftEmail()))).toBe('gift_expired')
  })

  test('an invalid address, at its field', async () => {
    const { giver } = await gifts.given()
    const { id } = await lastGift(giver)
    expect((await gifts.change(giver, id, 'ondrej')).json()).toMatchObject({
      errors: [{ key: 'invalid_email', field: 'email' }],
    })
    expect((await gifts.change(giver, id, ' ')).json()).toMatchObject({
      errors: [{ key: 'required', field: 'email' }],
    })
  })

  test('R6.01 somebody else’s gift is not found, and nothing of it is told', async () => {
    const { giver, email } = await gifts.given()
    const { id } = await lastGift(giver)
    const other = await server.signIn()
    for (const answer of [await gifts.send(other, id), await gifts.change(other, id, newGiftEmail())]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).not.toContain(email)
    }
    expect((await other.browser.get(`${giver.own}/gifts`)).statusCode).toBe(403)
  })

  test('R8.07 a reader who is about to be erased neither sends nor changes one', async () => {
    const { giver } = await gifts.given()
    const { id } = await lastGift(giver)
    await server.deps.db
      .update(users)
      .set({ anonymizationRequestedAt: server.clock.now() })
      .where(eq(users.id, giver.id))
    for (const answer of [await gifts.send(giver, id), await gifts.change(giver, id, newGiftEmail())]) {
      expect(keyOf(answer)).toBe('user_anonymization_pending')
    }
  })

  test('more mails than the rate limit', async () => {
    const { giver } = await gifts.given()
    const { id } = await lastGift(giver)
    let answer = await gifts.send(giver, id)
    for (let times = 0; times < 12 && answer.statusCode === 200; times++) answer = await gifts.send(giver, id)
    expect(answer.statusCode).toBe(429)
    expect(keyOf(answer)).toBe('too_many_gift_mails')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})
