import type { FastifyReply } from 'fastify'
import { recordActivity } from '#server/modules/activity/index.ts'
import { isHeldFromErasure } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { findReadyArchive, readChunks } from './archive/store.ts'

/**
 * The reader's archive as a file, a chunk in memory at a time. The log of the account tells of it, so that nobody else
 * takes it unseen.
 *
 * @throws AppError `not_found`, also for an archive of somebody else and for one whose time is over; `too_many_requests`
 */
export async function downloadDataArchive(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>,
  { userId }: Pick<Actor, 'userId'>,
  id: number,
  reply: FastifyReply,
): Promise<ReadableStream<Uint8Array>> {
  const { db, clock, limiter } = deps
  const archive = await findReadyArchive(db, { id, userId, now: clock.now() })
  if (!archive) throw new AppError('not_found')
  return limiter.attempt([[limits.dataArchiveDownloads, userId]], async () => {
    await db.transaction(async tx => {
      // Race: an erasure that was first has taken the archive with it.
      if (!(await isHeldFromErasure(tx, userId))) throw new AppError('not_found')
      await recordActivity(tx, deps, { userId, kind: 'data_archive_downloaded' })
    })
    reply
      .type('application/zip')
      .header('content-length', archive.bytes)
      .header(
        'content-disposition',
        `attachment; filename="profil-${dayOf(archive.requestedAt).toString()}.zip"`,
      )
    return ReadableStream.from(readChunks(db, archive.id))
  })
}
