import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { documents } from '#server/modules/invoices/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { readInstallationId } from '#server/platform/installation/installation.ts'
import { createMoneyApp, eventually, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { recurringProfiles, subscriptions } from '../tables.ts'

const server = openForFile(createMoneyApp)
beforeAll(async () => {
  await server.gateway.setFaults({ webhooks: 'off' })
})
// The readers of other tests would be charged as well.
beforeEach(() => server.stopAllRenewals())

const renewalsOf = async (reader: Subscribed) =>
  (await reader.payments()).filter(each => each.purpose === 'renewal')
const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())

/** A reader whose next period was charged, in a database as it was before that. */
async function restored() {
  const reader = await server.subscribe()
  const [backup] = await reader.renewals()
  if (!backup) throw new Error('Nothing renews')
  goTo(reader.endsAt.subtract({ hours: 48 }))
  await server.chargeDue()
  const [charged] = await renewalsOf(reader)
  if (charged?.state !== 'paid') throw new Error('It was not charged')
  const { db } = server.deps
  await db.transaction(async tx => {
    await tx.delete(documents).where(eq(documents.paymentId, charged.id))
    const opened = tx
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(eq(subscriptions.renewalOf, reader.subscriptionId))
    await tx.delete(recurringProfiles).where(inArray(recurringProfiles.subscriptionId, opened))
    await tx.delete(subscriptions).where(eq(subscriptions.renewalOf, reader.subscriptionId))
    const { id, ...columns } = backup
    await tx.update(recurringProfiles).set(columns).where(eq(recurringProfiles.id, id))
    await tx.delete(payments).where(eq(payments.id, charged.id))
  })
  expect(await renewalsOf(reader)).toEqual([])
  return { reader, charged, planId: backup.id }
}

test('R11.11 a restored backup makes the same idempotency key, and the gateway charges nothing again', async () => {
  const { reader, charged } = await restored()
  const { taken } = await server.gateway.ledger()
  await server.chargeDue()
  const [again] = await renewalsOf(reader)
  expect(again).toMatchObject({ state: 'paid', gatewayKey: charged.gatewayKey })
  expect(again?.chargeReference).toBe(charged.chargeReference)
  expect(await reader.periods()).toHaveLength(2)
  expect((await server.gateway.ledger()).taken).toBe(taken)
})

test('R11.11 dedupe: a period that was paid by another attempt and another card is found before any charge', async () => {
  const { reader, charged, planId } = await restored()
  const other = await server.subscribe({ card: 'declined_later', endsAt: reader.endsAt.add({ hours: 240 }) })
  await server.deps.db
    .update(recurringProfiles)
    .set({ attempts: 7, cardId: other.cardId })
    .where(eq(recurringProfiles.id, planId))
  const { charges } = await server.gateway.ledger()
  await server.chargeDue()
  expect(await renewalsOf(reader)).toMatchObject([
    { state: 'paid', chargeReference: charged.chargeReference },
  ])
  expect(await reader.periods()).toHaveLength(2)
  expect((await server.gateway.ledger()).charges).toHaveLength(charges.length)
})

test('R11.11 a charge refunded meanwhile is not repeated, and opens nothing that stays', async () => {
  const { reader, charged } = await restored()
  await server.gateway.gateway.refund({
    key: `${charged.gatewayKey}/refund`,
    reference: charged.chargeReference ?? '',
    amountCents: 8990,
  })
  const { taken } = await server.gateway.ledger()
  await server.chargeDue()
  await eventually(() => renewalsOf(reader)).toMatchObject([{ state: 'refunded' }])
  expect((await reader.renewals()).map(each => each.state)).not.toContain('active')
  expect((await server.gateway.ledger()).taken).toBe(taken)
})

test('R11.11 while the gateway can’t tell its earlier charges, nothing is charged', async () => {
  const reader = await server.subscribe()
  goTo(reader.endsAt.subtract({ hours: 48 }))
  await server.gateway.setFaults({ down: 'refusing' })
  await server.chargeDue()
  await server.gateway.setFaults({ down: 'no' })
  expect((await renewalsOf(reader)).map(each => each.state)).toEqual(['unknown'])
})

test('R11.11 an idempotency key has installation, subscription, period and attempt; each attempt has its own', async () => {
  const reader = await server.subscribe({ card: 'declined_later' })
  goTo(reader.endsAt.subtract({ hours: 48 }))
  await server.chargeDue()
  server.clock.advance('PT15M')
  await server.chargeDue()
  const installation = await readInstallationId(server.deps.db)
  const period = `${installation}/${reader.subscriptionId}/${reader.endsAt.toString()}`
  expect((await renewalsOf(reader)).map(each => each.gatewayKey)).toEqual([`${period}/1`, `${period}/2`])
})
