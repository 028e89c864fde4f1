import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activityLog } from '#server/modules/activity/tables.ts'
import { bankEntries } from '#server/modules/bank-transfers/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { auditLog } from '#server/ops/tables.ts'
import { orderGift } from '#server/testing/journeys/buy-gift.ts'
import { eraseWhenDue } from '#server/testing/journeys/erase-when-due.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { eraseReader } from './erase-reader.ts'

const server = openForFile(createMoneyApp)

const erase = (id: number) => eraseWhenDue(server, id)
const activitiesOf = (id: number) => server.deps.db.$count(activityLog, eq(activityLog.userId, id))
const lockUser = (id: number) =>
  holdLocks(server.deps.db, tx => tx.select().from(users).where(eq(users.id, id)).for('update'))
const now = () => server.clock.now()

test('R8.07 a refund to an erased reader is none of their activities', async () => {
  const giver = await server.signIn()
  const bought = await orderGift(server, giver, { email: 'iny@example.com', inDays: 5 })
  await bought.pay()
  await erase(giver.id)
  await bought.refund()
  expect(await activitiesOf(giver.id)).toBe(0)
})

test('R8.07 the note on money that was sent back goes with its payer, from the audit log too', async () => {
  const { db } = server.deps
  const reader = await server.signIn()
  await buy(server, reader)
  const [payment] = await reader.payments()
  const support = await openOperator(server, ['bank-transfers:write', 'bank-transfers:read'])
  const [entry] = await db
    .insert(bankEntries)
    .values({
      account: 'SK1',
      entryKey: 'k',
      reference: 'r',
      statement: 's',
      bookedOn: '2026-11-01',
      amountCents: 100,
      currency: 'EUR',
      isDebit: false,
      isReversal: false,
      variableSymbol: '1',
      state: 'unmatched',
      reason: 'underpaid',
      paymentId: payment?.id ?? 0,
      takenAt: now(),
    })
    .returning()
  const given = { id: entry?.id ?? 0, note: 'Vrátené Petrovi Sedláčkovi na SK31' }
  expect((await support.call('transfers dismiss', given)).statusCode).toBe(200)
  await erase(reader.id)
  const lines = await db.select().from(auditLog).where(eq(auditLog.operation, 'transfers dismiss'))
  expect(lines).toHaveLength(1)
  expect(JSON.stringify([lines, await db.select().from(bankEntries)])).not.toContain('Sedláčkovi')
})

test('R8.07 race: a withdrawal that the erasure overtakes is refused, and leaves nothing', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  const [payment] = await reader.payments()
  await reader.browser.get(reader.own)
  const erasure = await lockUser(reader.id)
  const withdrawing = reader.withdraw(payment?.id ?? 0)
  await erasure.waitedForBy(1)
  await erasure.release(tx => eraseReader(tx, { ...reader, phone: null, isProven: true }, now()))
  expect((await withdrawing).statusCode).toBe(404)
  expect(await activitiesOf(reader.id)).toBe(0)
})

test.each(['main', 'linked'] as const)(
  'R8.07 race: accounts are parted while the %s one is erased, and nothing of it stays',
  async side => {
    const main = await makeSignedIn(server)
    const linked = await makeSignedIn(server, { mainAccountId: main.id })
    const [gone, other] = side === 'main' ? [main, linked] : [linked, main]
    await other.browser.get(other.own)
    const erasure = await lockUser(gone.id)
    const parting = other.browser.delete(`${other.own}/linked-accounts/${linked.id}`)
    await erasure.waitedForBy(1)
    await erasure.release(tx => eraseReader(tx, { ...gone, phone: null, isProven: true }, now()))
    expect((await parting).statusCode).toBeLessThan(500)
    expect(await activitiesOf(gone.id)).toBe(0)
    const mails = await server.deps.db
      .select({ payload: sql`payload::text` })
      .from(outboxMessages)
      .where(eq(outboxMessages.template, 'account_detached'))
    expect(JSON.stringify(mails)).not.toContain(gone.email)
  },
)
