import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CouponPreview } from '#contract/coupons/coupons.ts'
import type { GiftOffer } from '#contract/gifts/gift-offers.ts'
import type { Gift } from '#contract/gifts/gifts.ts'
import { users } from '#server/modules/identity/tables.ts'
import { dayIn, lastGift, orderGift } from '#server/testing/buy-gift.ts'
import { createMoneyApp, type MoneyApp, type MoneyReader } from '#server/testing/money-app.ts'
import { openBrowser } from '#server/testing/test-browser.ts'
import { sendDueGifts } from '../index.ts'

let server: MoneyApp
let places = 0
beforeAll(async () => {
  server = await createMoneyApp()
})
afterAll(() => server.close())

const newEmail = () => `obdarovany-${crypto.randomUUID()}@example.com`

/** A mail with a gift, and the code in its link. */
async function giftMail(to: string, isNew: (code: string) => boolean = () => true) {
  const codeIn = (text: string) => /\/login\/gift\/([A-Z0-9-]+)/.exec(text)?.[1] ?? ''
  const mail = await server.mailbox.waitFor(to, ({ text }) => codeIn(text) !== '' && isNew(codeIn(text)))
  return { ...mail, code: codeIn(mail.text) }
}
const giftMailsTo = (to: string) =>
  server.mailbox.mails.filter(mail => mail.to === to && mail.text.includes('/login/gift/'))

/** Whoever holds a link asks from an address of their own, so that a refusal here holds back nobody there. */
const readOffer = (code: string) =>
  openBrowser(server.app, `10.9.0.${places++}`).get(`/rest/api/prv/v1/gifts/${code}`)
const activate = (reader: MoneyReader, code: string) =>
  reader.browser.post(`${reader.own}/coupon-activations`, { json: { code } })
const send = (giver: MoneyReader, id: number) => giver.browser.post(`${giver.own}/gifts/${id}/send`)
const change = (giver: MoneyReader, id: number, email: string) =>
  giver.browser.patch(`${giver.own}/gifts/${id}`, { json: { email } })
const keyOf = (answer: { json: () => unknown }) =>
  (answer.json() as { errors?: { key: string; field?: string }[] }).errors?.[0]?.key

/** A gift that is paid for and mailed. */
async function given(gift: { email?: string; name?: string; message?: string } = {}) {
  const giver = await server.signIn({ name: 'Peter Sedláček' })
  const email = gift.email ?? newEmail()
  const bought = await orderGift(server, giver, { ...gift, email })
  expect(await bought.pay()).toBe('paid')
  return { giver, email, bought, ...(await giftMail(email)) }
}

test('R9.02 R1.01 a paid gift is mailed on its day, taken by its link, and its giver sees it', async () => {
  const { giver, email, code, text, subject } = await given({
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

  const offer = await readOffer(code)
  expect(offer.statusCode).toBe(200)
  expect(offer.json<GiftOffer>()).toMatchObject({
    from: 'Peter Sedláček',
    name: 'Ondrej',
    message: 'Všetko najlepšie!\nPeter',
    length: 'P1Y',
  })
  expect(offer.body).not.toContain('@')

  const receiver = await server.signIn()
  expect((await activate(receiver, code)).statusCode).toBe(201)
  expect(await receiver.list()).toMatchObject([{ audience: 'gift', state: 'active' }])
  expect(await lastGift(giver)).toMatchObject({ state: 'activated', activated_at: expect.any(String) })
  expect(keyOf(await readOffer(code))).toBe('coupon_already_used')
})

test('R9.02 a gift for a later day waits for it, then twenty workers at once mail it once', async () => {
  const giver = await server.signIn()
  const email = newEmail()
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
  const { code } = await giftMail(email)
  await giver.browser.signIn(giver.email)
  expect(await lastGift(giver)).toMatchObject({ state: 'sent' })
  expect((await readOffer(code)).statusCode).toBe(200)
  await server.mailbox.waitFor(giver.email)
  expect(giftMailsTo(email)).toHaveLength(1)
})

test('R9.02 what is paid for after its day is mailed at once, and has its 93 days from then', async () => {
  const giver = await server.signIn()
  const email = newEmail()
  const bought = await orderGift(server, giver, { email, inDays: 1 })
  server.clock.advance('P5D')
  await bought.pay()
  const { code } = await giftMail(email)
  const { use_until: until } = (await readOffer(code)).json<GiftOffer>()
  const paidOn = server.clock.now().toZonedDateTimeISO('Europe/Bratislava').toPlainDate()
  expect(Temporal.Instant.from(until).toZonedDateTimeISO('Europe/Bratislava').toPlainDate()).toEqual(
    paidOn.add({ days: 94 }),
  )
})

test.each(['2026-12-01T09:00:00Z', '2027-12-05T22:59:00Z', '2027-08-15T22:30:00Z'])(
  'R9.02 paid for at %s it works on the 93rd day and no longer on the next one',
  async paidAt => {
    server.clock.set(paidAt)
    const { code } = await given()
    const receiver = await server.signIn()
    const until = Temporal.Instant.from((await readOffer(code)).json<GiftOffer>().use_until)
    const lastDay = until.subtract({ minutes: 1 }).toZonedDateTimeISO('Europe/Bratislava').toPlainDate()
    const paidOn = Temporal.Instant.from(paidAt).toZonedDateTimeISO('Europe/Bratislava').toPlainDate()
    expect(paidOn.until(lastDay).days).toBe(93)
    server.clock.set(until.subtract({ minutes: 1 }).toString())
    await receiver.browser.signIn(receiver.email)
    const preview = await receiver.browser.post(`${receiver.own}/coupon-previews`, { json: { code } })
    expect(preview.json<CouponPreview>()).toMatchObject({ kind: 'gift', obstacle: null })
    server.clock.set(until.toString())
    expect(keyOf(await activate(receiver, code))).toBe('coupon_expired')
    expect(keyOf(await readOffer(code))).toBe('coupon_expired')
  },
)

test('R9.02 twenty activations at once from two accounts: one subscription', async () => {
  const { code } = await given()
  const [one, two] = [await server.signIn(), await server.signIn()]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => activate(index % 2 === 0 ? one : two, code)),
  )
  expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(1)
  expect([...(await one.list()), ...(await two.list())]).toHaveLength(1)
})

describe('R9.02 until it is activated, its giver', () => {
  test('sends it again: the same link', async () => {
    const { giver, email, code } = await given()
    const { id } = await lastGift(giver)
    const answer = await send(giver, id)
    expect(answer.statusCode).toBe(200)
    await expect.poll(() => giftMailsTo(email).length).toBe(2)
    expect((await readOffer(code)).statusCode).toBe(200)
    expect(giftMailsTo(email).every(mail => mail.text.includes(code))).toBe(true)
  })

  test('gives it to another address: the former link is dead at once, the new one works', async () => {
    const { giver, code } = await given()
    const { id } = await lastGift(giver)
    const other = newEmail()
    const answer = await change(giver, id, other.toUpperCase())
    expect(answer.json<Gift>()).toMatchObject({ id, email: other, state: 'sent' })
    const mail = await giftMail(other)
    expect(mail.code).not.toBe(code)
    const receiver = await server.signIn()
    expect(keyOf(await activate(receiver, code))).toBe('coupon_doesnt_exist')
    expect((await activate(receiver, mail.code)).statusCode).toBe(201)
  })

  test('changes the address of one that waits for its day, and nothing is mailed before', async () => {
    const giver = await server.signIn()
    const [first, second] = [newEmail(), newEmail()]
    await (await orderGift(server, giver, { email: first, inDays: 3 })).pay()
    const { id } = await lastGift(giver)
    expect((await change(giver, id, second)).json<Gift>()).toMatchObject({ email: second, state: 'planned' })
    await server.mailbox.waitFor(giver.email)
    expect([...giftMailsTo(first), ...giftMailsTo(second)]).toEqual([])
    expect((await send(giver, id)).json<Gift>()).toMatchObject({ state: 'sent' })
    await giftMail(second)
  })

  test('or its receiver is first, never both: twenty races', async () => {
    for (let race = 0; race < 20; race++) {
      const { giver, code } = await given()
      const [{ id }, receiver] = [await lastGift(giver), await server.signIn()]
      const [changed, activated] = await Promise.all([
        change(giver, id, newEmail()),
        activate(receiver, code),
      ])
      expect([changed.statusCode === 200, activated.statusCode === 201].filter(Boolean)).toHaveLength(1)
      expect(await receiver.list()).toHaveLength(activated.statusCode === 201 ? 1 : 0)
    }
  }, 60_000)
})

test('what a gift has given ends when its money is given back', async () => {
  const { code, bought } = await given()
  const receiver = await server.signIn()
  await activate(receiver, code)
  await bought.refund()
  expect(await receiver.list()).toMatchObject([{ state: 'inactive' }])
})

describe('refused, each with its message', () => {
  test('what is activated is neither sent nor changed', async () => {
    const { giver, code } = await given()
    const { id } = await lastGift(giver)
    await activate(await server.signIn(), code)
    expect(keyOf(await send(giver, id))).toBe('gift_already_activated')
    expect(keyOf(await change(giver, id, newEmail()))).toBe('gift_already_activated')
  })

  test('nor is what was not activated in time', async () => {
    const { giver } = await given()
    const { id } = await lastGift(giver)
    server.clock.advance('P94D')
    await giver.browser.signIn(giver.email)
    expect(await lastGift(giver)).toMatchObject({ state: 'expired' })
    expect(keyOf(await send(giver, id))).toBe('gift_expired')
    expect(keyOf(await change(giver, id, newEmail()))).toBe('gift_expired')
  })

  test('an address that is none, at its field', async () => {
    const { giver } = await given()
    const { id } = await lastGift(giver)
    expect((await change(giver, id, 'ondrej')).json()).toMatchObject({
      errors: [{ key: 'invalid_email', field: 'email' }],
    })
    expect((await change(giver, id, ' ')).json()).toMatchObject({
      errors: [{ key: 'required', field: 'email' }],
    })
  })

  test('R6.01 somebody else’s gift is not found, and nothing of it is told', async () => {
    const { giver, email } = await given()
    const { id } = await lastGift(giver)
    const other = await server.signIn()
    for (const answer of [await send(other, id), await change(other, id, newEmail())]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).not.toContain(email)
    }
    expect((await other.browser.get(`${giver.own}/gifts`)).statusCode).toBe(403)
  })

  test('R8.07 whoever waits to be erased neither sends nor changes one', async () => {
    const { giver } = await given()
    const { id } = await lastGift(giver)
    await server.deps.db
      .update(users)
      .set({ anonymizationRequestedAt: server.clock.now() })
      .where(eq(users.id, giver.id))
    for (const answer of [await send(giver, id), await change(giver, id, newEmail())]) {
      expect(keyOf(answer)).toBe('user_anonymization_pending')
    }
  })

  test('more mails than anybody needs', async () => {
    const { giver } = await given()
    const { id } = await lastGift(giver)
    let answer = await send(giver, id)
    for (let times = 0; times < 12 && answer.statusCode === 200; times++) answer = await send(giver, id)
    expect(answer.statusCode).toBe(429)
    expect(keyOf(answer)).toBe('too_many_gift_mails')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a link that is none of ours, and one whose money was given back', async () => {
    expect(keyOf(await readOffer('AAAA-BBBB-CCCC-DDDD'))).toBe('coupon_doesnt_exist')
    const { code, bought } = await given()
    await bought.refund()
    expect(keyOf(await readOffer(code))).toBe('coupon_expired')
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
      gift: { email: newEmail(), date, ...more },
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.json()).toMatchObject({ errors: [{ key, field }] })
  })
})
