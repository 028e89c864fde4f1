import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { signed } from '#server/testing/doubles/gateway-counters.ts'
import { placeOrder, premiumByCard } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

describe('by card', () => {
  test('a webhook is enough, the reader need not come back', async () => {
    const reader = await server.signIn()
    const created = await placeOrder(reader, premiumByCard)
    await server.gateway.payOnPage(created.redirect_url ?? '')
    await eventually(async () => (await reader.list()).length).toBe(1)
  })

  test('race: ten webhooks in any order, with the reader coming back twenty times, open one subscription', async () => {
    const reader = await server.signIn()
    const created = await placeOrder(reader, premiumByCard)
    await server.gateway.payOnPage(created.redirect_url ?? '', 'declined')
    await server.gateway.payOnPage(created.redirect_url ?? '')
    const visits = Array.from({ length: 20 }, () => reader.readOrder(created.id))
    const [replayed] = await Promise.all([server.gateway.replay(10), ...visits])
    expect(replayed.taken).toBe(replayed.sent)
    expect(replayed.sent).toBeGreaterThanOrEqual(20)
    await eventually(async () => (await reader.readOrder(created.id)).state).toBe('paid')
    await server.gateway.replay(2)
    await server.mailbox.waitFor(reader.email)
    expect(await reader.periods()).toHaveLength(1)
    expect(await reader.renewals()).toHaveLength(1)
    expect(server.mailbox.mails.filter(mail => mail.to === reader.email)).toHaveLength(1)
  })
})

test('R17.03 a refund that the gateway tells of, and then answers nobody, is known once it answers', async () => {
  const reader = await server.signIn()
  const created = await placeOrder(reader, premiumByCard)
  await server.gateway.payOnPage(created.redirect_url ?? '')
  const stateOf = async () => (await reader.payments())[0]?.state
  await eventually(stateOf).toBe('paid')
  const [paid] = await reader.payments()
  await server.gateway.setFaults({ webhooks: 'off' })
  const byHand = { key: 'by-hand', reference: paid?.chargeReference ?? '', amountCents: 8990 }
  await server.gateway.gateway.refund(byHand)
  await server.gateway.setFaults({ down: 'refusing' })
  await server.gateway.replay(1)
  const putOff = sql`name = 'refresh-payment' and state = 'retry'`
  await eventually(() => server.deps.db.$count(sql`pgboss.job`, putOff)).toBeGreaterThan(0)
  await server.gateway.setFaults({ down: 'no', webhooks: 'prompt' })
  await eventually(stateOf).toBe('refunded')
})

describe('the gateway’s webhook', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/webhooks/payments/demo',
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })

  test('refuses an invalid signature, and another gateway’s path', async () => {
    expect((await send('{"key":"x"}')).statusCode).toBe(403)
    expect((await send('{"key":"x"}', { 'demo-signature': 't=1,v1=00' })).statusCode).toBe(403)
    const other = await server.app.inject({
      method: 'POST',
      url: '/webhooks/payments/stripe',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(other.statusCode).toBe(404)
  })

  test('answers a signed but malformed message by 400', async () => {
    const { body, headers } = signed('demo-signature', server.gateway.secret, '{"key":')
    expect((await send(body.toString(), headers)).statusCode).toBe(400)
  })
})
