import type { Deps } from '#server/platform/deps.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { findFailedIds } from '#server/platform/jobs/failed-items.ts'
import { eraseReader } from './erase-reader.ts'
import { findUnconfirmed, lockUnconfirmed } from './store.ts'

/**
 * Erases accounts that were never confirmed and have no activity, each in a transaction of its own. Sends no mail, since the
 * mailbox is unverified.
 *
 * @param signal stops it between two accounts
 * @returns false when it was stopped before its end, or an account is still to be tried again
 */
export async function eraseUnconfirmed(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<boolean> {
  const { db, clock } = deps
  const name = 'erase-unconfirmed'
  await eachAlone(deps, signal, {
    name,
    find: page => findUnconfirmed(db, clock.now(), page),
    act: ({ id }) =>
      db.transaction(async tx => {
        const user = await lockUnconfirmed(tx, clock.now(), id)
        if (user) await eraseReader(tx, { ...user, isProven: false }, clock.now())
      }),
  })
  return signal?.aborted !== true && (await findFailedIds(db, name)).size === 0
}
