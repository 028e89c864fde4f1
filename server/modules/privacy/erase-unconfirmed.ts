import type { Deps } from '#server/platform/deps.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { eraseReader } from './erase-reader.ts'
import { findUnconfirmed, lockUnconfirmed } from './store.ts'

/**
 * Erases accounts that were never confirmed and have no activity, each in a transaction of its own. Sends no mail, since the
 * mailbox is unverified.
 *
 * @param signal stops it between two accounts
 * @returns false when it was stopped before its end
 */
export async function eraseUnconfirmed(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<boolean> {
  const { db, clock } = deps
  await eachAlone(deps, signal, {
    name: 'erase-unconfirmed',
    find: page => findUnconfirmed(db, clock.now(), page),
    act: ({ id }) =>
      db.transaction(async tx => {
        const user = await lockUnconfirmed(tx, clock.now(), id)
        if (user) await eraseReader(tx, { ...user, isProven: false }, clock.now())
      }),
  })
  return signal?.aborted !== true
}
