import { anonymizationRules } from '#contract/privacy/anonymization.ts'
import { notifyForum } from '#server/modules/forum/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { eraseReader } from './erase-reader.ts'
import { findDueReaders, lockDueReader } from './store.ts'

type ErasingDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log' | 'settings'>

/**
 * Erases every reader whose thirty days are over, each in a transaction of its own, and tells each by a last mail.
 * Safe to run concurrently.
 *
 * @param signal stops it between two readers
 * @returns how many were erased
 */
export async function eraseDueReaders(deps: ErasingDeps, signal?: AbortSignal): Promise<number> {
  let erased = 0
  await eachAlone(deps, signal, {
    name: 'erase-readers',
    find: page => findDueReaders(deps.db, deps.clock.now(), page),
    act: async ({ id }) => {
      if (await eraseIfDue(deps, id)) erased++
    },
  })
  return erased
}

/** @returns false when another worker has locked the reader, or the request was withdrawn */
const eraseIfDue = (deps: ErasingDeps, id: number): Promise<boolean> =>
  deps.db.transaction(async tx => {
    const now = deps.clock.now()
    const user = await lockDueReader(tx, now, id)
    if (!user) return false
    await eraseReader(tx, { ...user, isProven: user.confirmedAt !== null }, now)
    // An external forum is told by the same job as of any change.
    await notifyForum(tx, deps, user.id)
    // After the erasure, which deletes pending mails; this mail's content is erased with its delivery or its last try.
    const mail = {
      to: user.email,
      locale: user.locale,
      template: 'anonymization_done' as const,
      values: { years: anonymizationRules.documentYears },
      link: deps.settings.origins.publisher,
    }
    await sendMail(tx, deps, mail, { userId: user.id })
    return true
  })
