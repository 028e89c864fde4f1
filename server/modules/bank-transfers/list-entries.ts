import { and, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { BankEntry } from './decide-entry.ts'
import type { UnmatchedReason } from './judge-entries.ts'
import { bankEntries } from './tables.ts'

/**
 * Entries of bank statements, newest first (cursor pagination).
 *
 * @param wanted.before only entries older than the one with this id
 */
export const listEntries = (
  db: Db | Tx,
  wanted: {
    state?: BankEntry['state'] | undefined
    reason?: UnmatchedReason | undefined
    variableSymbol?: string | undefined
    from?: string | undefined
    until?: string | undefined
    before?: number | undefined
    limit: number
  },
): Promise<BankEntry[]> =>
  db
    .select()
    .from(bankEntries)
    .where(
      and(
        wanted.state === undefined ? undefined : eq(bankEntries.state, wanted.state),
        wanted.reason === undefined ? undefined : eq(bankEntries.reason, wanted.reason),
        wanted.variableSymbol === undefined
          ? undefined
          : eq(bankEntries.variableSymbol, wanted.variableSymbol),
        wanted.from === undefined ? undefined : gte(bankEntries.bookedOn, wanted.from),
        wanted.until === undefined ? undefined : lte(bankEntries.bookedOn, wanted.until),
        wanted.before === undefined ? undefined : lt(bankEntries.id, wanted.before),
      ),
    )
    .orderBy(desc(bankEntries.id))
    .limit(wanted.limit)

/** Number and sum of the entries of one outcome. */
export type EntryCount = Awaited<ReturnType<typeof countEntries>>[number]

/** Outcomes of entries that were taken together, counted. */
export async function countEntries(db: Db | Tx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return (
    db
      .select({
        isDebit: bankEntries.isDebit,
        state: bankEntries.state,
        reason: bankEntries.reason,
        count: sql<number>`count(*)::int`,
        cents: sql<number>`sum(${bankEntries.amountCents})`.mapWith(Number),
      })
      .from(bankEntries)
      // An array as one parameter, whatever its length.
      .where(inArray(bankEntries.id, sql`(select unnest(${sql.param([...ids])}::int[]))`))
      .groupBy(bankEntries.isDebit, bankEntries.state, bankEntries.reason)
      .orderBy(bankEntries.isDebit, bankEntries.state, bankEntries.reason)
  )
}
