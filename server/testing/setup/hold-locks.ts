import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db, Tx } from '#server/platform/database/database.ts'

type Work = (tx: Tx) => PromiseLike<unknown>

/**
 * A transaction that has done its work and keeps its locks until it is released, so that a race has one order.
 *
 * @param work takes the locks
 */
export async function holdLocks(db: Db, work: Work) {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<Work | undefined>()
  const holding = db.transaction(async tx => {
    await work(tx)
    begun.resolve()
    const last = await held.promise
    await last?.(tx)
  })
  await Promise.race([begun.promise, holding])
  const waiting = sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return {
    /** Resolves when so many others wait for locks. */
    waitedForBy: (others: number): Promise<void> => expect.poll(() => db.$count(waiting)).toBe(others),
    /** @param last what it does before it commits */
    release: async (last?: Work): Promise<void> => {
      held.resolve(last)
      await holding
    },
  }
}
