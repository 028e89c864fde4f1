import { asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { knownTroubles } from './tables.ts'

export type Trouble = typeof knownTroubles.$inferSelect

/** Troubles that are not over, the oldest first. */
export const listKnownTroubles = ({ db, clock }: Pick<Deps, 'clock'> & { db: Db | Tx }): Promise<Trouble[]> =>
  db
    .select()
    .from(knownTroubles)
    .where(or(isNull(knownTroubles.until), gt(knownTroubles.until, clock.now())))
    .orderBy(asc(knownTroubles.since), asc(knownTroubles.code))

/** Tells of a trouble, or tells of it otherwise; since when stays while it is told. */
export async function setKnownTrouble(
  tx: Tx,
  clock: Deps['clock'],
  trouble: Omit<Trouble, 'since'>,
): Promise<void> {
  const { code: _code, ...rest } = trouble
  const now = clock.now()
  const since = sql`case when ${knownTroubles.until} <= ${now.toString()}::timestamptz then excluded.since
    else ${knownTroubles.since} end`
  await tx
    .insert(knownTroubles)
    .values({ ...trouble, since: now })
    .onConflictDoUpdate({ target: knownTroubles.code, set: { ...rest, since } })
}

/** @returns the former notice; undefined when there is no such trouble */
export async function endKnownTrouble(tx: Tx, code: string): Promise<Trouble | undefined> {
  const [trouble] = await tx.delete(knownTroubles).where(eq(knownTroubles.code, code)).returning()
  return trouble
}
