import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMoneyApp, eventually, type MoneyApp } from '#server/testing/money-app.ts'
import { endConnections, idleInTransaction } from '#server/testing/test-database.ts'
import { refreshPayment } from '../../payments/index.ts'

let server: MoneyApp

beforeAll(async () => {
  server = await createMoneyApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.stopAllRenewals()
  await server.gateway.setFaults({ slowness_ms: 0 })
})

/** Charges of the ledger by the card that they took money from. */
const chargesByCard = async () => {
  const { charges } = await server.gateway.ledger()
  return charges.filter(charge => charge.amount > 50).map(charge => charge.card)
}

test('R17.03 nine charges under way outlive the end of every database connection, each is taken once', async () => {
  const before = await chargesByCard()
  const readers = await Promise.all(Array.from({ length: 9 }, () => server.subscribe()))
  server.clock.set(readers[0]?.endsAt.subtract({ hours: 47 }).toString() ?? '')
  await server.gateway.setFaults({ slowness_ms: 1500 })

  const charging = server.chargeDue()
  await eventually(() => idleInTransaction(server.url)).toBeGreaterThan(0)
  await endConnections(server.url)
  await charging
  await server.gateway.setFaults({ slowness_ms: 0 })
  server.clock.advance('PT1M')
  await server.chargeDue()

  for (const reader of readers) {
    const renewal = (await reader.payments()).filter(payment => payment.purpose === 'renewal')
    expect(renewal.map(payment => payment.state)).toEqual(['paid'])
    expect(await reader.periods()).toHaveLength(2)
  }
  const taken = (await chargesByCard()).slice(before.length)
  expect(taken).toHaveLength(9)
  expect(new Set(taken).size).toBe(9)
})

test('R17.03 an offer whose connection ends while the gateway is asked is charged once and settled by itself', async () => {
  const before = await chargesByCard()
  const reader = await server.subscribe()
  const [offer] = await reader.listOffers(reader.subscriptionId)
  await server.gateway.setFaults({ slowness_ms: 1500 })

  const accepting = reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')
  const open = async () => (await reader.payments()).find(payment => payment.state === 'submitted')
  await eventually(open).toBeDefined()
  const payment = await open()
  await endConnections(server.url)
  await accepting
  await server.gateway.setFaults({ slowness_ms: 0 })
  await refreshPayment(server.money, payment?.id ?? 0, { waits: true })

  expect((await reader.payments()).find(each => each.id === payment?.id)).toMatchObject({ state: 'paid' })
  expect(await chargesByCard()).toHaveLength(before.length + 1)
})
