import { expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { MoneyReader } from '../setup/money-app.ts'

export const premiumByCard = { product: 'premium_1y', method: 'card' }
export const premiumByTransfer = { product: 'premium_1y', method: 'bank_transfer' }

/** An order that is taken. */
export async function placeOrder(reader: MoneyReader, json: object, key?: string): Promise<Order> {
  const answer = await reader.order(json, key)
  expect(answer.statusCode).toBe(201)
  return answer.json<Order>()
}

/** Why an order is not taken. */
export async function refusalOf(reader: MoneyReader, json: object, key?: string) {
  const answer = await reader.order(json, key)
  const { errors } = answer.json<{ errors: { key: string; field?: string }[] }>()
  return { status: answer.statusCode, ...errors.map(({ key, field }) => ({ key, field }))[0] }
}
