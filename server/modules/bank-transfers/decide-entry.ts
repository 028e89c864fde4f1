import { and, eq } from 'drizzle-orm'
import { bareSymbol, receiveByHand } from '#server/modules/orders/index.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { AppError, refusal } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { findPayerOf } from './store.ts'
import { bankEntries } from './tables.ts'

export type BankEntry = typeof bankEntries.$inferSelect

/**
 * Matches an entry by hand, whatever its sum, symbol or currency. An awaited payment is settled and its order opened; a
 * paid one only gets the entry assigned, e.g. the second half of a sum.
 *
 * @param tx transaction of the decision
 * @returns the entry before and after, whose the order is, and whether something was opened
 * @throws AppError `not_found` when there is no such entry, or nothing of that symbol waits or was paid;
 *   `operation_refused` when it was decided before, and for debits and reversals
 */
export async function matchEntry(
  tx: Tx,
  deps: PaymentsDeps,
  input: { id: number; variableSymbol: string; note: string | null },
): Promise<{ before: BankEntry; after: BankEntry; readerId: number; opened: boolean }> {
  const before = await lockUnmatched(tx, input.id)
  if (before.isDebit || before.isReversal) {
    throw refusal(
      'The money did not come to the account, so it pays for nothing: dismiss the entry with a note.',
      'id',
    )
  }
  const { paymentId, readerId, opened } = await receiveByHand(tx, deps, {
    variableSymbol: bareSymbol(input.variableSymbol),
    bookedOn: before.bookedOn,
  })
  const after = await decide(tx, deps, before, { state: 'matched', paymentId, note: input.note })
  return { before, after, readerId, opened }
}

/**
 * Dismisses an unmatched entry, e.g. because the money was sent back.
 *
 * @throws AppError `not_found`, `operation_refused` when it was decided before
 */
export async function dismissEntry(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'clock'>,
  input: { id: number; note: string },
): Promise<{ before: BankEntry; after: BankEntry; readerId: number | undefined }> {
  const before = await lockUnmatched(tx, input.id)
  const readerId = before.paymentId === null ? undefined : await findPayerOf(tx, before.paymentId)
  return { before, after: await decide(tx, deps, before, { state: 'dismissed', note: input.note }), readerId }
}

async function lockUnmatched(tx: Tx, id: number): Promise<BankEntry> {
  const [entry] = await tx.select().from(bankEntries).where(eq(bankEntries.id, id)).for('update')
  if (!entry) throw new AppError({ key: 'not_found', field: 'id' })
  if (entry.state !== 'unmatched') {
    throw refusal(`The entry is ${entry.state} already: only one that did not match can be decided on.`, 'id')
  }
  return entry
}

async function decide(
  tx: Tx,
  { clock }: Pick<PaymentsDeps, 'clock'>,
  before: BankEntry,
  decision: Pick<BankEntry, 'state' | 'note'> & { paymentId?: number },
): Promise<BankEntry> {
  const [after] = await tx
    .update(bankEntries)
    .set({ ...decision, settledAt: clock.now() })
    .where(and(eq(bankEntries.id, before.id), eq(bankEntries.state, 'unmatched')))
    .returning()
  if (!after) throw new Error('An entry that is held changed')
  return after
}
