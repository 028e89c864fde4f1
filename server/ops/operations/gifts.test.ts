import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Gift } from '#contract/gifts/gifts.ts'
import { sendDueGifts } from '#server/modules/coupons/index.ts'
import { coupons } from '#server/modules/coupons/tables.ts'
import { lastGift, orderGift } from '#server/testing/journeys/buy-gift.ts'
import { payOrder, placeOrder } from '#server/testing/journeys/place-order.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  support = await openOperator(server, ['gifts:read', 'gifts:write'])
})

const call = async (name: string, input: Record<string, unknown>) =>
  (await support.call(name, input)).json<object>()
const buy = async (email: string, inDays: number) => {
  const giver = await server.signIn()
  await (await orderGift(server, giver, { email, inDays })).pay()
  return { giver, gift: await lastGift(giver) }
}
const codeIn = (text: string) => /gift\/([A-Z0-9-]+)/.exec(text)?.[1]

test('R9.02 support finds a gift, sends it before its day and again, and gives it to another address', async () => {
  const { giver, gift } = await buy('babka@example.com', 20)
  expect(await call('gifts list', { giver: giver.email.toUpperCase() })).toMatchObject({
    items: [{ id: gift.id, state: 'planned', recipient: 'babka@example.com' }],
  })
  expect(await call('gifts list', { recipient: 'babka@example.com', state: 'sent' })).toEqual({ items: [] })
  expect(await call('gifts send', { id: gift.id })).toMatchObject({ state: 'sent' })
  const first = codeIn((await server.mailbox.waitFor('babka@example.com')).text)
  expect(await call('gifts redirect', { id: gift.id, email: 'Dedko@Example.com' })).toMatchObject({
    recipient: 'dedko@example.com',
  })
  const second = codeIn((await server.mailbox.waitFor('dedko@example.com')).text)
  const open = (code: string | undefined) => giver.browser.get(`/rest/api/prv/v1/gifts/${code}`)
  expect((await open(first)).json()).toMatchObject({ errors: [{ key: 'coupon_doesnt_exist' }] })
  expect((await open(second)).statusCode).toBe(200)
  expect(await call('gifts redirect', { id: gift.id, email: 'dedko@example.com' })).toMatchObject({
    errors: [{ key: 'operation_refused', field: 'email' }],
  })
  expect(await call('gifts redirect', { id: gift.id, email: 'dedko' })).toMatchObject({
    errors: [{ field: 'email' }],
  })
  expect(await call('gifts cancel', { id: gift.id })).toMatchObject({
    errors: [{ key: 'operation_refused' }],
  })
  expect((await support.call('gifts send', { id: 999_999 })).statusCode).toBe(404)
})

test('R9.02 who only tries to mail a gift is not shown its link, by which anybody could take it', async () => {
  const { gift } = await buy('ujo@example.com', 20)
  const tried = await support.call('gifts send', { id: gift.id, dry_run: true })
  const [mail] = tried.json<{ dry_run: { mails: { to: string; text: string }[] } }>().dry_run.mails
  expect(mail).toMatchObject({ to: 'ujo@example.com', text: expect.stringContaining('Prijať darček:\n…\n') })
  expect(codeIn(mail?.text ?? '')).toBeUndefined()
})

test('R9.02 a gift that is cancelled is never mailed, and a credit note is made for what was paid by transfer', async () => {
  const { giver, gift } = await buy('teta@example.com', 20)
  expect(await call('gifts cancel', { id: gift.id })).toMatchObject({ state: 'expired', refund: 'transfer' })
  server.clock.advance('P21D')
  await sendDueGifts(server.money)
  await giver.browser.signIn(giver.email)
  expect((await lastGift(giver)).sent_at).toBeNull()
  expect((await giver.payments()).map(({ state }) => state)).toEqual(['refunded'])
  expect((await giver.browser.get(`${giver.own}/invoices`)).json()).toMatchObject({
    items: [{ kind: 'credit_note' }, { kind: 'receipt' }],
  })
  expect(await call('gifts cancel', { id: gift.id })).toMatchObject({ errors: [{ key: 'gift_expired' }] })
})

test('R9.02 a card payment is refunded to the card; twenty who cancel at once refund it once (race)', async () => {
  const giver = await server.signIn()
  const date = server.clock.now().toZonedDateTimeISO('Europe/Bratislava').toPlainDate().add({ days: 20 })
  const order = await placeOrder(giver, {
    product: 'gift_premium_1y',
    method: 'card',
    gift: { email: 'strko@example.com', date: date.toString() },
  })
  await payOrder(server, giver, order)
  const { id } = await lastGift(giver)
  const answers = await Promise.all(Array.from({ length: 20 }, () => support.call('gifts cancel', { id })))
  expect(
    answers.filter(({ statusCode }) => statusCode === 200).map(answer => answer.json<Gift>()),
  ).toMatchObject([{ refund: 'card' }])
  await eventually(async () => (await giver.payments())[0]?.state).toBe('refunded')
})

test.each([
  ['cancels', 'gift_expired'],
  ['withdraws', 'withdrawal_refunded'],
])(
  'R9.02 who %s second, of support and the giver, waits and is told so; the money goes back once (race)',
  async (second, key) => {
    const { giver, gift } = await buy('ujo@example.com', 20)
    const paymentId = (await giver.payments())[0]?.id ?? 0
    const cancel = () => support.call('gifts cancel', { id: gift.id })
    const withdraw = () => giver.withdraw(paymentId)
    const locks = await holdLocks(server.deps.db, tx =>
      tx.select().from(coupons).where(eq(coupons.id, gift.id)).for('update'),
    )
    const answers: ReturnType<typeof cancel>[] = []
    for (const act of second === 'cancels' ? [withdraw, cancel] : [cancel, withdraw]) {
      answers.push(act())
      await locks.waitedForBy(answers.length)
    }
    await locks.release()
    const [first, late] = await Promise.all(answers)
    expect(first?.statusCode).toBe(200)
    expect(late?.json()).toMatchObject({ errors: [{ key }] })
    const [payment] = await giver.payments()
    expect(payment).toMatchObject({ state: 'refunded', refundedCents: payment?.amountCents })
  },
)
