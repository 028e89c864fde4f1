import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { operate } from '#server/testing/make/operator.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

async function bought() {
  const reader = await server.signIn()
  const order = await buy(server, reader)
  const [payment] = await reader.payments()
  return { reader, order, paymentId: payment?.id ?? 0 }
}

const ask = (json: object) => openBrowser(server.app).post('/withdrawals', { json })
const refundsOf = (paymentId: number) =>
  server.deps.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))

describe('R11.07 a visitor', () => {
  test('withdraws by the order’s number and e-mail; the answer is the same for any pair', async () => {
    const { reader, order, paymentId } = await bought()
    const right = await ask({ order_number: String(order.id), email: reader.email.toUpperCase() })
    const wrong = await ask({ order_number: String(order.id), email: 'nobody@example.com' })
    expect([right.statusCode, wrong.statusCode]).toEqual([202, 202])
    expect(Object.keys(right.json())).toEqual(Object.keys(wrong.json()))
    const copy = await server.mailbox.waitFor(reader.email, each => each.subject.startsWith('Odstúpenie'))
    expect(copy.text).toContain(`číslo ${order.id}`)
    expect(await refundsOf(paymentId)).toMatchObject([{ requestedBy: 'visitor', amountCents: 8990 }])
    expect(server.mailbox.mails.some(({ to }) => to === 'nobody@example.com')).toBe(false)
  })

  test('by the variable symbol too, for a transfer whose days begin with its confirmation, and while banned', async () => {
    const reader = await server.signIn()
    const order = (await reader.order({ product: 'premium_1y', method: 'bank_transfer' })).json<Order>()
    server.clock.advance('P10D')
    const symbol = order.transfer?.variable_symbol ?? ''
    await receiveTransfer(server.money, { variableSymbol: symbol, amountCents: 8990 })
    await operate(server, 'readers ban', { id: reader.id, reason: 'Spam.' })
    server.clock.advance('P13D')
    await ask({ order_number: symbol, email: reader.email })
    await server.mailbox.waitFor(reader.email, each => each.subject === 'Odstúpenie od zmluvy sme prijali')
  })

  test('is told by mail alone that it is too late', async () => {
    const { reader, order, paymentId } = await bought()
    server.clock.advance('P21D')
    expect((await ask({ order_number: String(order.id), email: reader.email })).statusCode).toBe(202)
    const mail = await server.mailbox.waitFor(reader.email, each =>
      each.subject.startsWith('Odstúpenie od obj'),
    )
    expect(mail.text).toContain('Lehota na odstúpenie sa skončila')
    expect(await refundsOf(paymentId)).toEqual([])
  })

  test('is asked for a captcha after five tries for one e-mail', async () => {
    const email = 'guessed@example.com'
    const answers = []
    for (let number = 1; number <= 6; number++)
      answers.push(await ask({ order_number: String(number), email }))
    expect(answers.map(({ statusCode }) => statusCode).slice(0, 5)).toEqual([202, 202, 202, 202, 202])
    expect(answers[5]?.statusCode).not.toBe(202)
  })

  test.each([
    [{ order_number: '', email: 'jana@example.com' }, 'order_number', 'required'],
    [{ order_number: 'F-12', email: 'jana@example.com' }, 'order_number', 'digits_only'],
    [{ order_number: '12', email: 'jana' }, 'email', 'invalid_email'],
  ])('hears at its field what is wrong: %j', async (json, field, key) => {
    expect((await ask(json)).json()).toMatchObject({ errors: [{ field, key }] })
  })
})
