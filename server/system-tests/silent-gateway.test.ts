import { beforeEach, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import type { ChangePayment } from '../../contract/recurrence/recurrence.ts'
import type { TestCard } from '../testing/doubles/demo-gateway.ts'
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
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ state: 'processing', type: { code: 'premium_plus_1y' } })
  }
  expect(await states()).toEqual(readers.map(() => 'unknown'))

  await server.gateway.setFaults({ down: 'no' })
  await eventually(states).toEqual(readers.map(() => 'paid'))
  for (const reader of readers) expect((await reader.accept()).statusCode).toBe(201)
  expect((await server.gateway.ledger()).charges).toHaveLength(taken + 12)
})

test('R17.03 twenty presses at a silent gateway are one charge; any device reads that it is processed, then its end', async () => {
  const charged = async (card: TestCard) => {
    const reader = await server.subscribe({ card })
    const [offer] = await reader.listOffers(reader.subscriptionId)
    const press = () => reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')
    const path = `subscriptions/${reader.subscriptionId}/change-payment`
    const read = () => reader.get<ChangePayment>(path)
    return { ...reader, press, read, path: `${reader.own}/${path}` }
  }
  const [paying, declined] = [await charged('succeeds'), await charged('declined_later')]
  expect(await paying.read()).toEqual({ state: 'none', type: null, price: null, decline: null })
  const taken = (await server.gateway.ledger()).charges.length
  await server.gateway.setFaults({ webhooks: 'off', down: 'silent' })
  const answers = await Promise.all(
    [paying, declined].flatMap(reader => Array.from({ length: 20 }, () => reader.press())),
  )
  for (const answer of answers)
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { state: 'processing' }])
  for (const reader of [paying, declined]) {
    expect(await reader.read()).toMatchObject({ state: 'processing', decline: null })
    const [{ recurrence } = {}] = await reader.list()
    expect(recurrence?.change_in_payment).toEqual({ code: 'premium_plus_1y', name: 'Prémium bez reklamy' })
  }

  await server.gateway.setFaults({ webhooks: 'prompt', down: 'no' })
  await eventually(paying.read).toMatchObject({ state: 'paid', price: { currency: 'EUR' } })
  await eventually(declined.read).toMatchObject({ state: 'failed', decline: 'card_declined' })
  expect((await server.gateway.ledger()).charges).toHaveLength(taken + 1)
  expect(
    (await server.mailbox.waitFor(paying.email, mail => mail.subject.includes('Prémium bez reklamy'))).to,
  ).toBe(paying.email)
  expect((await server.mailbox.waitFor(declined.email)).subject).toBe(
    'Zmena na Prémium bez reklamy sa nepodarila',
  )
  const [{ recurrence } = {}] = await declined.list()
  expect(recurrence?.change_in_payment).toBeNull()
  const foreign = await paying.browser.get(declined.path)
  expect(foreign.statusCode).toBe(403)
  expect((await paying.browser.get(`${paying.own}/subscriptions/999999/change-payment`)).statusCode).toBe(404)
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
