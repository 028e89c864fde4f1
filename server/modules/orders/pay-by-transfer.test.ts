import { decode } from 'bysquare/pay'
import { encode as encodeQr } from 'uqr'
import { describe, expect, test } from 'vitest'
import { eraseDueReaders } from '#server/modules/privacy/index.ts'
import { dayOf } from '#server/platform/clock.ts'
import { drawPng } from '#server/platform/formats/png.ts'
import { formatPlainDay } from '#server/platform/texts/format.ts'
import { placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { makePayment } from '#server/testing/make/purchase.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { testOrigin } from '#server/testing/setup/test-app.ts'
import { expireOrders, receiveByHand, receiveTransfer } from './index.ts'

const server = openForFile(createMoneyApp)

describe('R1.24 by bank transfer', () => {
  test('R11.13 it says the account, the symbol, the price, and a code and a link for a bank’s app', async () => {
    const reader = await server.signIn()
    const created = await placeOrder(reader, premiumByTransfer)
    expect(created).not.toHaveProperty('redirect_url')
    const asked = created.transfer
    expect(asked).toMatchObject({
      iban: 'SK3112000000198742637541',
      variable_symbol: expect.stringMatching(/^\d{10}$/),
      price: { amount: 8990, currency: 'EUR' },
      qr_svg: expect.stringMatching(/^<svg /),
    })
    expect(decode(asked?.qr ?? '').payments).toMatchObject([
      {
        amount: 89.9,
        currencyCode: 'EUR',
        variableSymbol: asked?.variable_symbol,
        bankAccounts: [{ iban: 'SK3112000000198742637541' }],
      },
    ])
    expect(await placeOrder(reader, premiumByTransfer)).toEqual(created)
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.text).toContain(asked?.variable_symbol)
    expect(mail.text).toContain('SK31\u00a01200\u00a00000\u00a01987\u00a04263\u00a07541')
    expect(mail.text.replaceAll('\u00a0', ' ')).toContain(`Príjemca: ${asked?.beneficiary}`)
    expect(asked?.beneficiary).toMatch(/\S/)
    // The code that the order's page shows comes with the mail, and programs without pictures read what it is.
    const { data } = encodeQr(asked?.qr ?? '', { ecc: 'M', border: 4 })
    expect(mail.pictures).toEqual([{ cid: 'picture', content: drawPng(data, 8) }])
    // The same without a picture, for the phone that shows the mail.
    expect(Object.fromEntries(new URL(asked?.app_link ?? '').searchParams)).toEqual({
      IBAN: 'SK3112000000198742637541',
      AM: '89.90',
      CC: 'EUR',
      PI: `/VS${asked?.variable_symbol}/SS/KS`,
      MSG: 'Premium',
      CN: 'Vydavatelstvo Dennik, a. s.',
    })
    expect(mail.text).toContain(`:\n${asked?.app_link}\n`)
    expect(mail.html).toContain(`<a href="${asked?.app_link.replaceAll('&', '&amp;')}"`)
    expect(mail.html).toMatch(
      /<img src="cid:picture" alt=""[^>]*><\/p>\s<p[^>]*>Kód PAY by square na platbu 89,90\s€/,
    )
    expect(mail.text).not.toMatch(/square|cid:/)
    expect(await reader.periods()).toEqual([])
  })

  test('the transfer opens the subscription, once, and without a renewal', async () => {
    const reader = await server.signIn()
    const { transfer: asked, id } = await placeOrder(reader, premiumByTransfer)
    const arrival = { variableSymbol: asked?.variable_symbol ?? '', amountCents: 8990 }
    expect(await receiveTransfer(server.money, { ...arrival, amountCents: 8989 })).toBe('underpaid')
    expect(await receiveTransfer(server.money, { ...arrival, variableSymbol: '1' })).toBe('unknown_symbol')
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => receiveTransfer(server.money, arrival)))
    expect(results.sort()).toEqual(['paid', 'paid_before', 'paid_before', 'paid_before', 'paid_before'])
    expect((await reader.readOrder(id)).state).toBe('paid')
    expect(await reader.list()).toMatchObject([
      { state: 'active', recurrence: { state: 'unavailable', reason: 'not_recurrent' } },
    ])
  })

  test('R9.02 a gift whose day has passed until the money comes goes out at once, and so its giver is told', async () => {
    const reader = await server.signIn({ locale: 'sk' })
    const today = dayOf(server.clock.now())
    const gift = { email: 'obdarovana@dennik.example', date: today.toString() }
    const { transfer, price } = await placeOrder(reader, {
      product: 'gift_premium_1y',
      method: 'bank_transfer',
      gift,
    })
    server.clock.advance('PT72H')
    const variableSymbol = transfer?.variable_symbol ?? ''
    expect(await receiveTransfer(server.money, { variableSymbol, amountCents: price.amount })).toBe('paid')
    await server.mailbox.waitFor(gift.email)
    const { text } = await server.mailbox.waitFor(
      reader.email,
      mail => mail.subject === 'Darček je zaplatený',
    )
    expect(text).toContain(`práve posielame na adresu ${gift.email}`)
    expect(text).not.toContain(formatPlainDay('sk', today))
  })

  test('one that comes after the order has expired is honoured', async () => {
    const reader = await server.signIn()
    const { transfer: asked, id } = await placeOrder(reader, premiumByTransfer)
    const listed = async () =>
      (await reader.browser.get(`${reader.own}/payments`)).json<{ items: object[] }>().items
    expect(await listed()).toMatchObject([{ state: 'created', pay_url: expect.stringMatching(/\d$/) }])
    server.clock.advance('P14D')
    await expireOrders(server.money)
    expect((await reader.readOrder(id)).state).toBe('expired')
    expect(await listed()).toMatchObject([{ state: 'failed', pay_url: null }])
    await receiveTransfer(server.money, { variableSymbol: asked?.variable_symbol ?? '', amountCents: 8990 })
    expect((await reader.readOrder(id)).state).toBe('paid')
    expect(await listed()).toMatchObject([{ state: 'paid', pay_url: null }])
    expect(await reader.periods()).toHaveLength(1)
  })

  test('an order that has expired stays the one of its caller’s key; an equal one without a key is new', async () => {
    const reader = await server.signIn()
    const keyed = await placeOrder(reader, premiumByTransfer, 'a key')
    const other = await placeOrder(reader, premiumByTransfer)
    server.clock.advance('P14D')
    await expireOrders(server.money)
    await receiveTransfer(server.money, {
      variableSymbol: keyed.transfer?.variable_symbol ?? '',
      amountCents: 8990,
    })
    expect(await placeOrder(reader, premiumByTransfer, 'a key')).toMatchObject({
      id: keyed.id,
      state: 'paid',
    })
    expect((await placeOrder(reader, premiumByTransfer)).id).not.toBe(other.id)
  })

  test('one that comes when its reader was erased opens nothing: a person gives it back', async () => {
    const reader = await server.signIn()
    const { transfer: asked } = await placeOrder(reader, premiumByTransfer)
    const arrival = { variableSymbol: asked?.variable_symbol ?? '', amountCents: 8990 }
    await reader.requestAnonymization()
    server.clock.advance('P31D')
    expect(await eraseDueReaders(server.deps)).toBe(1)
    expect(await receiveTransfer(server.money, arrival)).toBe('closed')
    const byHand = server.deps.db.transaction(tx =>
      receiveByHand(tx, server.money, { ...arrival, bookedOn: '2026-11-20' }),
    )
    await expect(byHand).rejects.toMatchObject({ faults: [{ key: 'operation_refused' }] })
    expect(await reader.periods()).toEqual([])
  })

  test('a symbol of a former system is found with any number of leading zeros', async () => {
    const reader = await server.signIn()
    const sold = { userId: reader.id, productCode: 'premium_1y', amountCents: 8990, at: server.clock.now() }
    const variableSymbol = '00654321'
    await makePayment(server.deps, { ...sold, method: 'bank_transfer', state: 'paid', variableSymbol })
    const arrival = { variableSymbol: '654321', amountCents: 8990 }
    expect(await receiveTransfer(server.money, arrival)).toBe('paid_before')
  })
})

test('R1.04 R1.24 an order that waits for its transfer leads from the list of payments to how it is paid', async () => {
  const reader = await server.signIn()
  const { id, transfer: asked } = await placeOrder(reader, premiumByTransfer)
  const payUrl = async () =>
    (await reader.browser.get(`${reader.own}/payments`)).json<{ items: { pay_url: string | null }[] }>()
      .items[0]?.pay_url
  expect(await payUrl()).toBe(`${testOrigin}/obchod/objednavka?order=${id}`)
  await receiveTransfer(server.money, {
    variableSymbol: asked?.variable_symbol ?? '',
    amountCents: asked?.price.amount ?? 0,
  })
  expect(await payUrl()).toBeNull()
})
