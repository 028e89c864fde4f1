import { expect } from 'vitest'
import type { MoneyApp, MoneyReader } from '../setup/money-app.ts'
import { openBrowser } from '../setup/test-browser.ts'
import { orderGift } from './buy-gift.ts'

/** Of somebody who has no account. */
export const newGiftEmail = () => `obdarovany-${crypto.randomUUID()}@example.com`

/** What givers and receivers of gifts do, and what they are mailed. */
export function giftJourney(shop: MoneyApp) {
  let places = 0

  /** A mail with a gift, and the code in its link. */
  async function giftMail(to: string) {
    const codeIn = (text: string) => /\/login\/gift\/([A-Z0-9-]+)/.exec(text)?.[1] ?? ''
    const mail = await shop.mailbox.waitFor(to, ({ text }) => codeIn(text) !== '')
    return { ...mail, code: codeIn(mail.text) }
  }
  const giftMailsTo = (to: string) =>
    shop.mailbox.mails.filter(mail => mail.to === to && mail.text.includes('/login/gift/'))

  /** Each holder of a link has their own IP address, so that rate limits do not add up. */
  const readOffer = (code: string) =>
    openBrowser(shop.app, `10.9.0.${places++}`).get(`/rest/api/prv/v1/gifts/${code}`)
  const activate = (reader: MoneyReader, code: string) =>
    reader.browser.post(`${reader.own}/coupon-activations`, { json: { code } })
  const send = (giver: MoneyReader, id: number) => giver.browser.post(`${giver.own}/gifts/${id}/send`)
  const change = (giver: MoneyReader, id: number, email: string) =>
    giver.browser.patch(`${giver.own}/gifts/${id}`, { json: { email } })
  /** A gift that is paid for and mailed. */
  async function given(gift: { email?: string; name?: string; message?: string } = {}) {
    const giver = await shop.signIn({ name: 'Peter Sedláček' })
    const email = gift.email ?? newGiftEmail()
    const bought = await orderGift(shop, giver, { ...gift, email })
    expect(await bought.pay()).toBe('paid')
    return { giver, email, bought, ...(await giftMail(email)) }
  }

  return { giftMail, giftMailsTo, readOffer, activate, send, change, given }
}
