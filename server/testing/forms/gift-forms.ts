import { expect } from 'vitest'
import { activateCoupon, previewCoupon } from '#contract/coupons/coupons.ts'
import { changeGift } from '#contract/gifts/change-gift.ts'
import type { Gift } from '#contract/gifts/gifts.ts'
import { createOrder, type Order } from '#contract/orders/orders.ts'
import { startCardChange } from '#contract/payment-cards/payment-cards.ts'
import { withdrawByNumber } from '#contract/withdrawals/withdrawals.ts'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import { dayIn } from '../journeys/buy-gift.ts'
import type { MoneyApp, MoneyReader } from '../setup/money-app.ts'
import { testOrigin } from '../setup/test-app.ts'
import { type Form, outcomeOf, trimmedOrNull } from './form.ts'

let given = 0
/** With more gifts of one giver most of the time would go into listing them. */
const giftsOfOne = 16

/** Text inputs of orders, gifts and their codes. */
export async function giftForms(server: MoneyApp): Promise<Form[]> {
  const { browser, own, order, changeCard } = await server.signIn()
  let giver = server.signIn()
  const nextGiver = () => {
    if (given % giftsOfOne === 0) giver = server.signIn()
    return giver
  }
  const date = dayIn(server, 0)
  const gift = () => ({ email: `gift-${given++}@dennik.example`, date })
  const method = 'bank_transfer'
  const code = (path: string) => async (json: object) =>
    outcomeOf(await browser.post(`${own}/${path}`, { json }))
  return [
    {
      endpoint: createOrder,
      fields: { 'gift.email': 'refused', 'gift.name': trimmedOrNull, 'gift.message': trimmedOrNull },
      atOnce: 8,
      send: async texts => {
        const from = await nextGiver()
        const wanted = { ...gift(), ...withoutPrefix(texts) }
        const answer = await from.order({ product: 'gift_premium_1y', method, gift: wanted })
        const bought = () => mailGift(from, wanted.email, answer.json<Order>(), Object.values(texts))
        return outcomeOf(answer, bought)
      },
    },
    {
      endpoint: createOrder,
      fields: { product: 'refused', return_url: 'refused', 'gift.date': 'refused' },
      atOnce: 8,
      send: async ({ 'gift.date': day = date, ...texts }) => {
        const right = { product: 'gift_premium_1y', method, return_url: `${testOrigin}/obchod` }
        return outcomeOf(await order({ ...right, gift: { ...gift(), date: day }, ...texts }))
      },
    },
    {
      endpoint: createOrder,
      fields: { 'agreed.terms_version': 'refused', 'agreed.withdrawal_version': 'refused' },
      atOnce: 8,
      send: async texts => {
        const agreed = { terms_version: '1', ...withoutPrefix(texts) }
        return outcomeOf(await order({ product: 'gift_premium_1y', method, gift: gift(), agreed }))
      },
    },
    {
      endpoint: startCardChange,
      fields: { return_url: 'refused' },
      send: async ({ return_url: url }) => outcomeOf(await changeCard(1, url)),
    },
    {
      endpoint: changeGift,
      fields: { email: 'refused' },
      send: async json => outcomeOf(await browser.patch(`${own}/gifts/1`, { json })),
    },
    {
      endpoint: withdrawByNumber,
      fields: { order_number: 'used', email: 'refused' },
      atOnce: 8,
      send: async texts => {
        const json = { order_number: '1', email: 'jana@dennik.example', ...texts }
        return outcomeOf(await browser.post('/withdrawals', { json }))
      },
    },
    { endpoint: previewCoupon, fields: { code: 'refused' }, send: code('coupon-previews') },
    { endpoint: activateCoupon, fields: { code: 'refused' }, send: code('coupon-activations') },
  ]

  /** Pays it; the mail that takes it to its receiver says what was typed, and nothing of it is a page's. */
  async function mailGift(from: MoneyReader, email: string, { transfer }: Order, texts: readonly string[]) {
    const { variable_symbol: variableSymbol = '', price } = transfer ?? {}
    await receiveTransfer(server.money, { variableSymbol, amountCents: price?.amount ?? 0 })
    const mail = await server.mailbox.waitFor(email)
    expect(mail.html).not.toMatch(/<(script|img|svg|b)\b|<!--#/)
    for (const text of texts) expect(mail.text.normalize()).toContain(text.trim().normalize())
    const { items } = await from.get<{ items: Gift[] }>('gifts')
    const kept = items.find(each => each.email === email)
    return { 'gift.name': kept?.name, 'gift.message': kept?.message }
  }
}

const withoutPrefix = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field.replace(/^(gift|agreed)\./, ''), text]),
  )
