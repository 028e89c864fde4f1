import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenContract } from '#contract/withdrawals/withdrawals.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { checkCredit } from '#server/testing/inspect/credit.ts'
import { buy, placeOrder } from '#server/testing/journeys/place-order.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createMoneyApp)
beforeAll(async () => {
  server.clock.set('2029-01-10T10:00:00Z') // A year has 365 days, whenever this runs.
  const spectator = { access: ['spcttr', 'forum', 'device3'], deviceLimit: 3 }
  await makeProduct(server.deps, { code: 'spectator_1y', group: 'spectator', priceCents: 4990, ...spectator })
  await makeProduct(server.deps, {
    code: 'spectator_premium_plus_1y',
    group: 'spectator_premium_plus',
    priceCents: 13_990,
    access: ['web', 'mobile', 'dennik', 'eknihy', 'blog', 'forum', 'device6', 'spcttr'],
    nameSk: 'Spectator a Prémium',
  })
  const week = { length: 'P1W', access: ['web', 'no_advert', 'no_advert_web', 'no_advert_mobile'] }
  await makeProduct(server.deps, { code: 'week', priceCents: 599, ...week })
})
beforeEach(() => server.stopAllRenewals())

const paymentsOf = async (reader: MoneyReader) =>
  (await reader.payments()).map(each => [each.productCode, each.amountCents, each.refundedCents])
const running = async (reader: MoneyReader) =>
  (await reader.list()).filter(each => each.state === 'active').map(each => each.type.code)
const openOf = async (reader: MoneyReader) => (await reader.get<{ open: OpenContract[] }>('withdrawals')).open
const after = async (reader: MoneyReader, time: string) => {
  server.clock.advance(time)
  await reader.browser.signIn(reader.email)
}

/** Two years, counted towards a third that contains both. */
async function twoInOne() {
  const reader = await server.signIn()
  await buy(server, reader, 'standard_1y')
  await buy(server, reader, 'spectator_1y')
  const order = await buy(server, reader, 'spectator_premium_plus_1y')
  const [standard, spectator, both] = await reader.payments()
  if (!standard || !spectator || !both) throw new Error('Nothing was bought')
  expect(both.amountCents).toBe(3010)
  return { reader, order, standard, spectator, both }
}

/** A year that was changed twice at once, each time for the rest of it. */
async function changedTwice() {
  const reader = await server.subscribe({
    product: 'standard_1y',
    priceCents: 5990,
    startsAt: server.clock.now().subtract({ hours: 24 * 20 }),
  })
  await change(reader, 'premium_1y')
  await after(reader, 'P2D')
  await change(reader, 'premium_plus_1y')
  const [standard, premium, plus] = await reader.payments()
  if (!standard || !premium || !plus) throw new Error('Nothing was changed')
  return { reader, standard, premium, plus }
}

async function change(reader: MoneyReader, product: string) {
  const from = (await reader.list()).find(each => each.state === 'active')?.id ?? 0
  const { items } = await reader.listChanges(from)
  const code = items.find(each => each.type.code === product)?.code ?? ''
  expect((await reader.change(from, code)).statusCode).toBe(201)
}

test('R11.07 what was counted towards a later purchase is not paid out while that goes on: both end, and all of it was shown', async () => {
  const { reader, order, standard, spectator, both } = await twoInOne()
  await after(reader, 'P6D')
  const shown = (await openOf(reader)).find(each => each.payment_id === standard.id)
  expect(shown).toMatchObject({
    restores: true,
    later: [{ order_number: String(order.id), product_name: 'Spectator a Prémium', days: 6 }],
  })
  expect((await reader.withdraw(standard.id)).statusCode).toBe(200)
  expect(await running(reader)).toEqual(['spectator_1y'])
  const back = (await reader.payments()).map(each => each.refundedCents)
  expect(back.reduce((all, cents) => all + cents)).toBe(shown?.refund_in_all.amount)
  expect(back).toEqual([shown?.refund.amount, 0, shown?.later[0]?.refund.amount])
  expect((await reader.withdraw(spectator.id)).statusCode).toBe(200)
  expect(await running(reader)).toEqual([])
  // Six days of all three were read, at the price of the dearest by its days.
  const kept = (await reader.payments()).reduce((all, each) => all + each.amountCents - each.refundedCents, 0)
  expect(kept).toBeGreaterThanOrEqual(Math.floor((13_990 * 6) / 366))
  await server.mailbox.waitFor(reader.email, each => each.text.includes(`odstúpením od objednávky číslo`))
  expect((await reader.withdraw(both.id)).statusCode).toBe(200)
})

test('R11.07 a visitor who names the earlier order ends the later one too, each with its copy', async () => {
  const { reader, standard } = await twoInOne()
  const json = { order_number: standard.variableSymbol ?? '', email: reader.email }
  const [order] = await openOf(reader)
  expect(order?.later).toEqual([])
  const number = (await openOf(reader)).find(each => each.payment_id === standard.id)?.order_number
  await openBrowser(server.app).post('/withdrawals', { json: { ...json, order_number: number } })
  await eventually(() => paymentsOf(reader)).toEqual([
    ['standard_1y', 5990, 5990],
    ['spectator_1y', 4990, 0],
    ['spectator_premium_plus_1y', 3010, 3010],
  ])
  expect(await running(reader)).toEqual(['spectator_1y'])
})

test('R11.07 the first of two changes at once is withdrawn from with the second, and the year runs on', async () => {
  const { reader, premium, plus } = await changedTwice()
  const [later, first] = await openOf(reader)
  expect(later).toMatchObject({ payment_id: plus.id, later: [] })
  expect(first).toMatchObject({ payment_id: premium.id, restores: true, later: [{ payment_id: plus.id }] })
  await reader.withdraw(premium.id)
  expect(await running(reader)).toEqual(['standard_1y'])
  expect((await reader.payments()).map(each => each.refundedCents)).toEqual([0, 2820, 2819])
})

test('R11.06 the first of two changes, refunded at the gateway, leaves the year to its end', async () => {
  const { reader, premium, plus } = await changedTwice()
  const { amountCents, chargeReference } = premium
  await server.gateway.gateway.refund({ key: 'by-hand', reference: chargeReference ?? '', amountCents })
  await eventually(() => running(reader)).toEqual(['standard_1y'])
  // What was paid for the second change is given back whole by its withdrawal.
  expect((await openOf(reader))[0]).toMatchObject({
    payment_id: plus.id,
    refund: { amount: plus.amountCents },
  })
})

test('R11.07 what was used up by a short purchase is not paid out when that is over', async () => {
  const reader = await server.signIn()
  await buy(server, reader, 'advert_4w')
  await buy(server, reader, 'week')
  await after(reader, 'P8D')
  const [, first] = await openOf(reader)
  expect(first).toMatchObject({ refund: { amount: 0 }, refund_in_all: { amount: 0 }, restores: false })
  await reader.withdraw(first?.payment_id ?? 0)
  expect((await reader.payments()).map(each => each.refundedCents)).toEqual([0, 0])
  expect(await openOf(reader)).toEqual([])
})

test('R11.06 staff are told which payment to refund first, and give back what is not counted towards it', async () => {
  const { reader, standard, both } = await twoInOne()
  const support = await openOperator(server, ['payments:write', 'payments:read'])
  const refund = async (id: number, given: object) =>
    (await support.call('payments refund', { id, reason: 'A complaint.', ...given })).json<object>()
  for (const access of ['end', 'shorten', 'keep']) {
    expect(await refund(standard.id, { access, amount_cents: 1 })).toMatchObject({
      errors: [
        { field: 'amount_cents', message: expect.stringContaining(`Refund payment ${both.id} first.`) },
      ],
    })
  }
  const races = await Promise.all(
    Array.from({ length: 20 }, () => refund(both.id, { access: 'end', key: 'one' })),
  )
  for (const each of races) expect(each).toMatchObject({ amount_cents: 3010 })
  expect(await refund(standard.id, { access: 'end' })).toMatchObject({ amount_cents: 5990 })
  expect(await running(reader)).toEqual(['spectator_1y'])
})

test('R11.07 race: twenty withdrawals and twenty changes at once leave no credit that was paid out', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  const [bought] = await reader.list()
  const [payment] = await reader.payments()
  const { items } = await reader.listChanges(bought?.id ?? 0)
  const code = items.find(each => each.type.code === 'premium_plus_1y')?.code ?? ''
  const acts = Array.from({ length: 20 }, () => [
    reader.withdraw(payment?.id ?? 0),
    reader.change(bought?.id ?? 0, code),
  ])
  const answers = await Promise.all(acts.flat())
  // A busy machine lets some of them come again (503), and fails none.
  for (const { statusCode } of answers) expect(statusCode === 503 ? 0 : statusCode).toBeLessThan(500)
  const isPaid = eq(payments.userId, reader.id)
  await eventually(async () =>
    (await server.deps.db.select().from(payments).where(isPaid)).some(each => each.state === 'submitted'),
  ).toBe(false)
  expect((await reader.payments())[0]?.state).toBe('refunded')
  expect(await checkCredit(server, [reader.id])).toEqual([])
})

test('R11.07 race: twenty withdrawals while what holds the rest as credit is being paid', async () => {
  const reader = await server.signIn()
  await buy(server, reader, 'standard_1y')
  await buy(server, reader, 'spectator_1y')
  const order = await placeOrder(reader, { product: 'spectator_premium_plus_1y', method: 'card' })
  const [standard] = await reader.payments()
  const page = order.redirect_url ?? ''
  const withdrawing = Array.from({ length: 20 }, () => reader.withdraw(standard?.id ?? 0))
  const [answers] = await Promise.all([Promise.all(withdrawing), server.gateway.payOnPage(page)])
  for (const { statusCode } of answers) expect(statusCode).toBe(200)
  await eventually(async () => (await reader.readOrder(order.id)).state).toBe('paid')
  expect((await reader.payments())[0]?.state).toBe('refunded')
  expect(await checkCredit(server, [reader.id])).toEqual([])
})
