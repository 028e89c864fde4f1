import { type DataArchive, downloadDataArchive } from '#contract/privacy/data-archive.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { findLastArchive } from './archive/store.ts'

/** What became of the reader's last request for an archive; its state follows from its times and the clock. */
export async function readDataArchive(
  { db, clock, settings }: Pick<Deps, 'clock' | 'settings'> & { db: Db | Tx },
  { userId }: Pick<Actor, 'userId'>,
): Promise<DataArchive> {
  const row = await findLastArchive(db, userId)
  if (!row) return { state: 'none' }
  const requested = { requested_at: row.requestedAt.toString() }
  if (row.failedAt) return { state: 'failed', ...requested }
  if (!row.expiresAt) return { state: 'making', ...requested }
  const ended = { ...requested, expires_at: row.expiresAt.toString() }
  if (Temporal.Instant.compare(row.expiresAt, clock.now()) <= 0) return { state: 'gone', ...ended }
  const path = downloadDataArchive.path.replace(':userId', String(userId)).replace(':id', String(row.id))
  return { state: 'ready', ...ended, bytes: row.bytes, url: settings.origins.login + path }
}
