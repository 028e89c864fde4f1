import { beforeEach, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { placeOrder, premiumByCard, refusalOf } from '../testing/journeys/place-order.ts'
import { createMoneyApp, eventually, type MoneyReader } from '../testing/setup/money-app.ts'

const server = openForFile(createMoneyApp)

beforeEach(() => server.gateway.setFaults({ down: 'no', webhooks: 'prompt' }))

const upgradeOf = async (reader: MoneyReader) =>
  (await reader.payments()).find(payment => payment.purpose === 'upgrade')?.state

test('R17.03 twelve offers that a silent gateway leaves open hold up no other reader, and go on by themselves', async () => {
  const readers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const reader = await server.subscribe()
      const [offer] = await reader.listOffers(reader.subscriptionId)
      return { ...reader, accept: () => reader.acceptOffer(reader.subscriptionId, offer?.code ?? '') }
    }),
  )
  const other = await server.signIn()
  const states = () => Promise.all(readers.map(upgradeOf))
  const taken = (await server.gateway.ledger()).charges.length
  await server.gateway.setFaults({ webhooks: 'off' })
  await server.gateway.setFaults({ down: 'silent' })

  const accepting = readers.map(reader => reader.accept())
  await eventually(states).not.toContain(undefined)
  expect((await other.browser.get(`${other.own}/subscriptions`)).statusCode).toBe(200)

  for (const answer of await Promise.all(accepting)) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'payment_not_confirmed' }] })
    expect(answer.headers['retry-after']).toBe('20')
  }
  expect(await states()).toEqual(readers.map(() => 'unknown'))

  await server.gateway.setFaults({ down: 'no' })
  await eventually(states).toEqual(readers.map(() => 'paid'))
  for (const reader of readers) expect((await reader.accept()).statusCode).toBe(201)
  expect((await server.gateway.ledger()).charges).toHaveLength(taken + 12)
})

test('R17.03 while the gateway is silent orders and changes of a card are answered, and told as far as they are known', async () => {
  const reader = await server.subscribe()
  const order = await placeOrder(reader, premiumByCard)
  const change = (await reader.changeCard(reader.subscriptionId)).json<{ id: number }>()
  const [newcomer, changing] = [await server.signIn(), await server.subscribe()]
  await server.gateway.setFaults({ down: 'silent' })
  const [read, readChange, refused, refusedChange] = await Promise.all([
    reader.readOrder(order.id),
    reader.readChange(change.id),
    refusalOf(newcomer, premiumByCard, 'once'),
    changing.changeCard(changing.subscriptionId),
  ])
  expect(read).toMatchObject({ id: order.id, state: 'waiting' })
  expect(readChange).toMatchObject({ id: change.id, state: 'waiting' })
  expect(refused).toMatchObject({ status: 503, key: 'payment_gateway_unavailable' })
  expect(refusedChange.json()).toMatchObject({ errors: [{ key: 'payment_gateway_unavailable' }] })

  await server.gateway.setFaults({ down: 'no' })
  expect(await placeOrder(newcomer, premiumByCard, 'once')).toMatchObject({ state: 'waiting' })
  expect(await newcomer.payments()).toHaveLength(1)
})

test('R17.02 nobody waits for the connection of a renewal that is stopped while the gateway is silent', async () => {
  const reader = await server.subscribe()
  const [offer] = await reader.listOffers(reader.subscriptionId)
  await server.gateway.setFaults({ down: 'silent' })
  const accepting = reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')
  await eventually(() => upgradeOf(reader)).toBeDefined()
  const stopped = await reader.switchRecurrence(reader.subscriptionId, { enabled: false })
  expect(stopped.statusCode).toBe(200)
  await accepting
})
