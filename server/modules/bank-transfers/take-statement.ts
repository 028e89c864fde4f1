import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Tx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken } from '#server/platform/secrets.ts'
import type { Statement, StatementEntry } from './statement.ts'
import { bankEntries } from './tables.ts'

/** Rows that are written together: preparing them blocks the event loop. */
const batch = 500

type NewEntry = typeof bankEntries.$inferInsert

/**
 * Inserts the new entries of statements, for matchEntries to decide. Idempotent, also when the same statement is taken
 * concurrently.
 *
 * @param tx transaction of the whole file: all of its statements, or none
 * @returns ids of those that are new
 */
export async function takeStatements(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  statements: readonly Statement[],
): Promise<number[]> {
  const takenAt = clock.now()
  // Sorted against deadlocks: concurrent inserts of the same entries lock in one order.
  for (const account of new Set(statements.map(each => each.account).sort())) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bank account ${account}`}, 0))`)
  }
  const ids: number[] = []
  for (const statement of statements) {
    const seen = new Map<string, number>()
    for (let from = 0; from < statement.entries.length; from += batch) {
      const entries = statement.entries.slice(from, from + batch)
      const rows = entries.map(entry => toRow(statement, entry, countSame(seen, entry), takenAt))
      const added = await insertRows(
        tx,
        bankEntries,
        rows,
        'on conflict (account, entry_key) do nothing returning id',
      )
      for (const { id } of z.array(z.object({ id: z.int() })).parse(added)) ids.push(id)
    }
  }
  return ids
}

/** @returns how many equal entries of the statement there were until now, with this one */
function countSame(seen: Map<string, number>, entry: StatementEntry): number {
  const facts = factsOf(entry)
  const count = (seen.get(facts) ?? 0) + 1
  seen.set(facts, count)
  return count
}

const toRow = (
  { account, reference }: Statement,
  entry: StatementEntry,
  occurrence: number,
  takenAt: Temporal.Instant,
): NewEntry => ({
  ...entry,
  account,
  entryKey: hashToken(`${factsOf(entry)}\n${occurrence}`),
  statement: reference,
  state: 'waiting',
  takenAt,
})

/**
 * Dedupe key. A bank's reference alone is not unique: some banks count from 1 in each statement, and a fee has the
 * reference of its transfer. With the day, sum and direction it is; equal ones in one statement are numbered.
 */
const factsOf = ({
  reference,
  bookedOn,
  amountCents,
  currency,
  isDebit,
  isReversal,
}: StatementEntry): string =>
  [reference, bookedOn, amountCents, currency, isDebit ? 'debit' : 'credit', isReversal].join('\n')
