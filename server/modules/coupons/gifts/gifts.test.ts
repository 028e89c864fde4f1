import { beforeAll, describe, expect, test } from 'vitest'
import type { CouponPreview } from '#contract/coupons/coupons.ts'
import type { GiftOffer } from '#contract/gifts/gift-offers.ts'
import { dayIn, lastGift, orderGift } from '#server/testing/journeys/buy-gift.ts'
import { giftJourney, newGiftEmail } from '#server/testing/journeys/gift-journey.ts'
import { keyOf } from '#server/testing/make/company-people.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { sendDueGifts } from '../index.ts'

const server = openForFile(createMoneyApp)
let gifts: ReturnType<typeof giftJourney>
beforeAll(async () => {
  gifts = giftJourney(server)
})

test('R9.02 R1.01 a paid gift is mailed on its day, taken by its link, and its giver sees it', async () => {
  const { giver, email, code, text, subject } = await gifts.given({
    name: 'Ondrej',
    message: 'Všetko najlepšie!\nPeter',
  })
  expect(subject).toBe('Peter Sedláček vám daruje predplatné')
  expect(text).toContain('Ondrej, Peter Sedláček vám daruje predplatné')
  expect(text).toContain('Všetko najlepšie!\nPeter')
  expect(code.replaceAll('-', '')).toHaveLength(28)
  expect(28 * Math.log2(30)).toBeGreaterThanOrEqual(128)
  expect(await giver.list()).toEqual([])
  expect(await lastGift(giver)).toMatchObject({ email, name: 'Ondrej', state: 'sent', activated_at: null })

  const offer = await gifts.readOffer(code)
  expect(offer.statusCode).toBe(200)
  expect(offer.json<GiftOffer>()).toMatchObject({
    from: 'Peter Sedláček',
    name: 'Ondrej',
    message: 'Všetko najlepšie!\nPeter',
    length: 'P1Y',
  })
  expect(offer.body).not.toContain('@')

  const receiver = await server.signIn()
  expect((await gifts.activate(receiver, code)).statusCode).toBe(201)
  expect(await receiver.list()).toMatchObject([{ audience: 'gift', state: 'active' }])
  expect(await lastGift(giver)).toMatchObject({ state: 'activated', activated_at: expect.any(String) })
  expect(keyOf(await gifts.readOffer(code))).toBe('coupon_already_used')
})

test('R9.02 a gift for a later day waits for it, then twenty concurrent workers mail it once', async () => {
  const giver = await server.signIn()
  const email = newGiftEmail()
  const bought = await orderGift(server, giver, { email, inDays: 30 })
  await bought.pay()
  await sendDueGifts(server.deps)
  expect(await lastGift(giver)).toMatchObject({ state: 'planned', sent_at: null, date: bought.date })

  const eight = Temporal.PlainDate.from(bought.date).toZonedDateTime({
    timeZone: 'Europe/Bratislava',
    plainTime: '08:00',
  })
  server.clock.set(eight.subtract({ minutes: 1 }).toInstant().toString())
  await sendDueGifts(server.deps)
  server.clock.set(eight.toInstant().toString())
  await Promise.all(Array.from({ length: 20 }, () => sendDueGifts(server.deps)))
  const { code } = await gifts.giftMail(email)
  await giver.browser.signIn(giver.email)
  expect(await lastGift(giver)).toMatchObject({ state: 'sent' })
  expect((await gifts.readOffer(code)).statusCode).toBe(200)
  await server.mailbox.waitFor(giver.email)
  expect(gifts.giftMailsTo(email)).toHaveLength(1)
})

test('R9.02 what is paid for after its day is mailed at once, and has its 93 days from then', async () => {
  const giver = await server.signIn()
  const email = newGiftEmail()
  const bought = await orderGift(server, giver, { email, inDays: 1 })
  server.clock.advance('P5D')
  await bought.pay()
  const { code } = await gifts.giftMail(email)
  const { use_until: until } = (await gifts.readOffer(code)).json<GiftOffer>()
  const paidOn = server.clock.now().toZonedDateTimeISO('Europe/Bratislava').toPlainDate()
  expect(Temporal.Instant.from(until).toZonedDateTimeISO('Europe/Bratislava').toPlainDate()).toEqual(
    paidOn.add({ days: 94 }),
  )
})

test.each(['2026-12-01T09:00:00Z', '2027-12-05T22:59:00Z', '2027-08-15T22:30:00Z'])(
  'R9.02 paid for at %s it works on the 93rd day and no longer on the next one',
  async paidAt => {
    server.clock.set(paidAt)
    const { code } = await gifts.given()
    const receiver = await server.signIn()
    const until = Temporal.Instant.from((await gifts.readOffer(code)).json<GiftOffer>().use_until)
    const lastDay = until.subtract({ minutes: 1 }).toZonedDateTimeISO('Europe/Bratislava').toPlainDate()
    const paidOn = Temporal.Instant.from(paidAt).toZonedDateTimeISO('Europe/Bratislava').toPlainDate()
    expect(paidOn.until(lastDay).days).toBe(93)
    server.clock.set(until.subtract({ minutes: 1 }).toString())
    await receiver.browser.signIn(receiver.email)
    const preview = await receiver.browser.post(`${receiver.own}/coupon-previews`, { json: { code } })
    expect(preview.json<CouponPreview>()).toMatchObject({ kind: 'gift', obstacle: null })
    server.clock.set(until.toString())
    expect(keyOf(await gifts.activate(receiver, code))).toBe('coupon_expired')
    expect(keyOf(await gifts.readOffer(code))).toBe('coupon_expired')
  },
)

test('R9.02 race: twenty activations at once from two accounts give one subscription', async () => {
  const { code } = await gifts.given()
  const [one, two] = [await server.signIn(), await server.signIn()]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => gifts.activate(index % 2 === 0 ? one : two, code)),
  )
  expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(1)
  expect([...(await one.list()), ...(await two.list())]).toHaveLength(1)
})

test('a gift’s subscription ends when the gift is refunded', async () => {
  const { code, bought } = await gifts.given()
  const receiver = await server.signIn()
  await gifts.activate(receiver, code)
  await bought.refund()
  expect(await receiver.list()).toMatchObject([{ state: 'inactive' }])
})

describe('refused, each with its message', () => {
  test('an invalid link, and one of a refunded gift', async () => {
    expect(keyOf(await gifts.readOffer('AAAA-BBBB-CCCC-DDDD'))).toBe('coupon_doesnt_exist')
    const { code, bought } = await gifts.given()
    await bought.refund()
    expect(keyOf(await gifts.readOffer(code))).toBe('coupon_expired')
  })

  test.each([
    ['a greeting without end', { message: 'x'.repeat(501) }, 'max_length', 'gift.message'],
    ['a letter that is none', { message: 'zvláštny \u0000 znak' }, 'invalid_input', 'gift.message'],
    ['a name of two lines', { name: 'dva\nriadky' }, 'invalid_input', 'gift.name'],
    ['a day too late to be activated', { inDays: 80 }, 'gift_date_invalid', 'gift.date'],
  ])('an order with %s', async (_, wrong, key, field) => {
    const giver = await server.signIn()
    const { inDays, ...more } = { inDays: 1, ...wrong }
    const date = dayIn(server, inDays)
    const answer = await giver.order({
      product: 'gift_premium_1y',
      method: 'card',
      gift: { email: newGiftEmail(), date, ...more },
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.json()).toMatchObject({ errors: [{ key, field }] })
  })
})
