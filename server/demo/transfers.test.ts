import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { answerErrors } from '#server/platform/http/errors.ts'
import { validateInput } from '#server/platform/http/validation.ts'
import { createMoneyApp, type MoneyApp } from '#server/testing/setup/money-app.ts'
import { serveTransfers } from './transfers.ts'

let server: MoneyApp
const demo = Fastify()
beforeAll(async () => {
  server = await createMoneyApp()
  demo.setValidatorCompiler(validateInput)
  answerErrors(demo)
  serveTransfers(demo, server.money)
})
afterAll(async () => {
  await demo.close()
  await server.close()
})

const arrive = (variable_symbol: string) =>
  demo.inject({ method: 'POST', url: '/demo/transfers', payload: { variable_symbol } })
const waiting = async () =>
  (await demo.inject('/demo/transfers.json')).json<{ items: { variable_symbol: string }[] }>().items

test('R1.24 in the demo a transfer that is waited for arrives, once, and opens what was ordered', async () => {
  const reader = await server.signIn()
  const order = (await reader.order({ product: 'premium_1y', method: 'bank_transfer' })).json<Order>()
  const symbol = order.transfer?.variable_symbol ?? ''
  expect(await waiting()).toEqual([
    { variable_symbol: symbol, price: order.price, product: 'Prémium', email: reader.email },
  ])
  const answers = await Promise.all([arrive(symbol), arrive(symbol)])
  expect(answers.map(answer => answer.json<{ result: string }>().result).sort()).toEqual([
    'paid',
    'paid_before',
  ])
  expect(await reader.readOrder(order.id)).toMatchObject({ state: 'paid' })
  expect(await reader.list()).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

test('an unknown symbol is not found; outside the demo the route does not exist', async () => {
  expect((await arrive('1234567890')).statusCode).toBe(404)
  expect((await arrive('')).statusCode).toBe(400)
  const reader = await server.signIn()
  expect(
    (await reader.browser.post('/demo/transfers', { json: { variable_symbol: '9000000001' } })).statusCode,
  ).toBe(404)
  expect((await reader.browser.get('/demo/transfers.json')).statusCode).toBe(404)
})
