import { and, count, eq, gt, notExists, sql } from 'drizzle-orm'
import type { User } from '#contract/identity/identity.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatDay, formatTime } from '#server/platform/texts/format.ts'
import { say } from '#server/platform/texts/messages.ts'
import { ebookLimit, ebookUse, ebookWindowStart } from './ebook-use.ts'
import { ebookDownloads } from './tables.ts'

/** A download as the e-book site names it. */
export type EbookDownload = { userId: number; file: string; downloadId: string }

/**
 * Counts a file that a reader is about to download (R10.05). Idempotent by its id; the same file again within 30 days
 * counts once.
 *
 * @returns whether it was counted now, with what was used before and after
 * @throws AppError `user_not_found`; `ebook_limit_reached` for the 31st file in 30 days, in the reader's language and
 *   with the time of the next; `idempotency_key_reused` for an id that was another file's
 */
export async function countEbook(
  tx: Tx,
  clock: Deps['clock'],
  { userId, file, downloadId }: EbookDownload,
): Promise<{ counted: boolean; before: User['ebooks']; after: User['ebooks'] }> {
  // Lock: downloads of one reader run one after the other, so that each counts those before it.
  const reader = await lockReader(tx, userId)
  // Race: an erasure was first.
  if (!reader || reader.anonymizedAt !== null) throw new AppError('user_not_found')
  const before = await ebookUse({ db: tx, clock }, userId)
  if (await insertIfAllowed(tx, clock, { userId, file, downloadId })) {
    return { counted: true, before, after: await ebookUse({ db: tx, clock }, userId) }
  }
  const [same] = await tx
    .select({ file: ebookDownloads.file })
    .from(ebookDownloads)
    .where(and(eq(ebookDownloads.userId, userId), eq(ebookDownloads.downloadId, downloadId)))
  if (same && same.file !== file) throw new AppError({ key: 'idempotency_key_reused', field: 'download_id' })
  if (same || before.next_at === null || (await isCounted(tx, clock, { userId, file }))) {
    return { counted: false, before, after: before }
  }
  const next = Temporal.Instant.from(before.next_at)
  const { locale } = reader
  const params = { limit: ebookLimit, date: formatDay(locale, next), time: formatTime(locale, next) }
  throw new AppError({
    key: 'ebook_limit_reached',
    message: say(locale, 'error.ebook_limit_reached', params),
    params: { ...params, next_at: before.next_at },
  })
}

async function insertIfAllowed(tx: Tx, clock: Deps['clock'], download: EbookDownload): Promise<boolean> {
  const { userId, file, downloadId } = download
  const since = ebookWindowStart(clock)
  const recent = and(eq(ebookDownloads.userId, userId), gt(ebookDownloads.at, since))
  const used = tx.select({ used: count() }).from(ebookDownloads).where(recent)
  const ofFile = tx
    .select({ id: ebookDownloads.id })
    .from(ebookDownloads)
    .where(and(recent, eq(ebookDownloads.file, file)))
  const inserted = await tx.execute(sql`
    insert into ebook_downloads (user_id, file, download_id, at)
    select ${userId}::int, ${file}, ${downloadId}, ${clock.now().toString()}::timestamptz
    where (${used}) < ${ebookLimit} and ${notExists(ofFile)}
    on conflict (user_id, download_id) do nothing
    returning id`)
  return inserted.rows.length > 0
}

async function isCounted(
  tx: Tx,
  clock: Deps['clock'],
  { userId, file }: Pick<EbookDownload, 'userId' | 'file'>,
): Promise<boolean> {
  const [found] = await tx
    .select({ id: ebookDownloads.id })
    .from(ebookDownloads)
    .where(
      and(
        eq(ebookDownloads.userId, userId),
        eq(ebookDownloads.file, file),
        gt(ebookDownloads.at, ebookWindowStart(clock)),
      ),
    )
  return found !== undefined
}
