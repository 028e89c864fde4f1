import { expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import { eventually, type MoneyApp, type MoneyReader } from '../setup/money-app.ts'

export const premiumByCard = { product: 'premium_1y', method: 'card' }
export const premiumByTransfer = { product: 'premium_1y', method: 'bank_transfer' }

/** An order that is taken. */
export async function placeOrder(reader: MoneyReader, json: object, key?: string): Promise<Order> {
  const answer = await reader.order(json, key)
  expect(answer.statusCode).toBe(201)
  return answer.json<Order>()
}

/** Pays an order by card on the gateway's page: it is paid when the webhook has come. */
export async function payOrder(
  { gateway }: Pick<MoneyApp, 'gateway'>,
  reader: Pick<MoneyReader, 'readOrder'>,
  { id, redirect_url: page }: Order,
): Promise<Order> {
  await gateway.payOnPage(page ?? '')
  await eventually(async () => (await reader.readOrder(id)).state).toBe('paid')
  return reader.readOrder(id)
}

/** Has the money for an order by transfer arrive. */
export const payTransfer = ({ money }: Pick<MoneyApp, 'money'>, { transfer }: Pick<Order, 'transfer'>) =>
  receiveTransfer(money, {
    variableSymbol: transfer?.variable_symbol ?? '',
    amountCents: transfer?.price.amount ?? 0,
  })

/** Buys a year of Premium by card, unless told otherwise. */
export const buy = async (
  server: Pick<MoneyApp, 'gateway'>,
  reader: MoneyReader,
  product = 'premium_1y',
): Promise<Order> => payOrder(server, reader, await placeOrder(reader, { product, method: 'card' }))

/** Why an order is not taken. */
export async function refusalOf(reader: MoneyReader, json: object, key?: string) {
  const answer = await reader.order(json, key)
  const { errors } = answer.json<{ errors: { key: string; field?: string }[] }>()
  return { status: answer.statusCode, ...errors.map(({ key, field }) => ({ key, field }))[0] }
}
