import type { DataArchive } from '#contract/privacy/data-archive.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { insertArchive } from './archive/store.ts'
import { dataArchiveQueue } from './make-data-archive.ts'
import { readDataArchive } from './read-data-archive.ts'

/**
 * Has everything that is held about a reader made into an archive in the background (R13.04; GDPR, articles 15 and 20).
 * While one is made or can be downloaded it is that one; an account that is about to be erased has the same right.
 *
 * @throws AppError `user_not_found`
 */
export async function requestDataArchive(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Pick<Actor, 'userId'>,
): Promise<DataArchive> {
  const { userId } = actor
  return deps.db.transaction(async tx => {
    const reader = await lockReader(tx, userId)
    // Race: an erasure that was first leaves nothing to be told.
    if (!reader || reader.anonymizedAt !== null) throw new AppError('user_not_found')
    const archive = await insertArchive(tx, userId, deps.clock.now())
    if (archive) {
      await recordActivity(tx, deps, { userId, kind: 'data_archive_requested' })
      await deps.jobs.enqueue(tx, dataArchiveQueue, { id: archive.id })
    }
    return readDataArchive({ ...deps, db: tx }, actor)
  })
}
