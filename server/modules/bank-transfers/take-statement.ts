import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken } from '#server/platform/secrets.ts'
import type { Statement, StatementEntry } from './statement.ts'
import { bankEntries } from './tables.ts'

/** Of one insert, which the server answers nobody while it is written down; PostgreSQL takes 65,535 parameters. */
const batch = 500

type NewEntry = typeof bankEntries.$inferInsert

/**
 * Keeps the entries of statements that are not known yet, for matchEntries to look at. Of the same statement that is
 * taken many times at once each entry is kept once.
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
  // Whoever takes the same ones at the same time would wait in a circle, if they came in another order.
  for (const account of new Set(statements.map(each => each.account).sort())) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bank account ${account}`}, 0))`)
  }
  const ids: number[] = []
  for (const statement of statements) {
    const seen = new Map<string, number>()
    for (let from = 0; from < statement.entries.length; from += batch) {
      const entries = statement.entries.slice(from, from + batch)
      const kept = await tx
        .insert(bankEntries)
        .values(entries.map(entry => toRow(statement, entry, countSame(seen, entry), takenAt)))
        .onConflictDoNothing({ target: [bankEntries.account, bankEntries.entryKey] })
        .returning({ id: bankEntries.id })
      for (const { id } of kept) ids.push(id)
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
 * A bank's reference alone is not enough: some banks count from 1 in each statement, and a fee bears the reference of
 * what it was for. Together with the day, the sum and the direction it is; of equal ones in one statement each counts.
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
