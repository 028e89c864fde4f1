import { beforeEach, expect, test } from 'vitest'
import { renewalsOf } from '#server/testing/journeys/renewals.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { endConnections, idleInTransaction } from '#server/testing/setup/test-database.ts'
import { chargeDueRenewals } from '../index.ts'

const server = openForFile(createMoneyApp)

beforeEach(async () => {
  await server.stopAllRenewals()
  await server.gateway.setFaults({ down: 'no' })
})

/** Charges of the ledger, by card. */
const chargesByCard = async () => {
  const { charges } = await server.gateway.ledger()
  return charges.filter(charge => charge.amount > 50).map(charge => charge.card)
}

test('R17.03 nine charges under way survive the loss of every database connection, each is taken once', async () => {
  const before = await chargesByCard()
  const readers = await Promise.all(Array.from({ length: 9 }, () => server.subscribe()))
  server.clock.set(readers[0]?.endsAt.subtract({ hours: 47 }).toString() ?? '')
  await server.gateway.setFaults({ down: 'silent' })
  // A failed run is retried by the next one.
  const charging = chargeDueRenewals(server.money, { concurrency: 9 }).catch(() => 0)
  const claimed = async () => (await Promise.all(readers.map(each => renewalsOf(each)))).flat().length
  await eventually(claimed).toBe(9)
  await eventually(() => idleInTransaction(server.url)).toBeGreaterThan(0)
  await endConnections(server.url)
  await server.gateway.setFaults({ down: 'no' })
  await charging
  server.clock.advance('PT1M')
  await server.chargeDue()

  for (const reader of readers) {
    expect((await renewalsOf(reader)).map(payment => payment.state)).toEqual(['paid'])
    expect(await reader.periods()).toHaveLength(2)
  }
  const taken = (await chargesByCard()).slice(before.length)
  expect(taken).toHaveLength(9)
  expect(new Set(taken).size).toBe(9)
})

test('R17.03 a run that fails is over when nothing of it is under way', async () => {
  const reader = await server.subscribe()
  server.clock.set(reader.endsAt.subtract({ hours: 47 }).toString())
  const { db } = server.money
  let begun = 0
  const transaction: typeof db.transaction = async (work, config) => {
    begun++
    // The second of the two that charge: it claims together, then one by one.
    if (begun === 2 || begun === 3) throw new Error('The connection is lost')
    return await db.transaction(work, config)
  }
  const half = Object.assign(Object.create(db) as typeof db, { transaction })
  await expect(chargeDueRenewals({ ...server.money, db: half }, { concurrency: 1 })).rejects.toThrow('lost')
  expect((await renewalsOf(reader)).map(each => each.state)).toEqual(['paid'])
})

test('R17.03 an offer whose connection ends while the gateway is asked is charged once and settled by itself', async () => {
  const before = await chargesByCard()
  const reader = await server.subscribe()
  const [offer] = await reader.listOffers(reader.subscriptionId)
  await server.gateway.setFaults({ down: 'silent' })
  const accepting = reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')
  const state = async () => (await reader.payments()).find(payment => payment.purpose === 'upgrade')?.state
  await eventually(state).toBeDefined()
  await endConnections(server.url)
  await server.gateway.setFaults({ down: 'no' })
  await accepting

  await eventually(state).toBe('paid')
  expect(await chargesByCard()).toHaveLength(before.length + 1)
})
