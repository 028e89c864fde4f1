import type { ActivityKind } from '#contract/activity/activity.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { mailCopies } from './mail-copies.ts'
import { activityLog } from './tables.ts'

type ActivityDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>
type ActivityEntry = Requester & { kind: ActivityKind; details?: Record<string, string> }

/**
 * Writes what a reader did into the reader's own log (domain rule 7), and mails it if the reader wants copies; what staff
 * did for the reader is always mailed.
 *
 * @param tx transaction of what was done, so that both or neither are committed
 * @param entry.details a few words about it; never a password, a code, or a number or address in full
 */
export async function recordActivity(tx: Tx, deps: ActivityDeps, entry: ActivityEntry): Promise<void> {
  await recordActivities(tx, deps, [entry])
}

/** Batch form of recordActivity. */
export async function recordActivities(
  tx: Tx,
  deps: ActivityDeps,
  entries: readonly ActivityEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const at = deps.clock.now()
  const rows = entries.map(({ details = {}, by, ...entry }) => ({
    ...entry,
    details: by === undefined ? details : { ...details, by },
    at,
  }))
  // Before the insert: a browser is new only until its sign-in is in the log.
  await mailCopies(tx, deps, rows)
  await tx.insert(activityLog).values(rows)
}
