import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { users } from '../../identity/tables.ts'
import { dataArchiveChunks, dataArchives } from '../tables.ts'
import type { ArchivedReader } from './read-list.ts'

export type ArchiveRow = typeof dataArchives.$inferSelect

/** An archive that a worker makes, and which try it is. */
export type Claim = { id: number; tries: number; reader: ArchivedReader }

const own = { readyAt: dataArchives.readyAt, failedAt: dataArchives.failedAt } as const
const isOpen = and(isNull(own.readyAt), isNull(own.failedAt))

/** The reader's last archive. */
export async function findLastArchive(db: Db | Tx, userId: number): Promise<ArchiveRow | undefined> {
  const [row] = await db
    .select()
    .from(dataArchives)
    .where(eq(dataArchives.userId, userId))
    .orderBy(desc(dataArchives.id))
    .limit(1)
  return row
}

/**
 * Notes a request, unless an archive of the reader is made or can be downloaded.
 *
 * @param tx transaction that has locked the reader's row
 * @returns undefined when there is one
 */
export async function insertArchive(
  tx: Tx,
  userId: number,
  now: Temporal.Instant,
): Promise<ArchiveRow | undefined> {
  const at = now.toString()
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into ${dataArchives} (user_id, requested_at) select ${userId}, ${at}::timestamptz
    where not exists (select from ${dataArchives} where user_id = ${userId} and failed_at is null
      and (ready_at is null or expires_at > ${at}::timestamptz)) returning id`)
  return rows.length > 0 ? findLastArchive(tx, userId) : undefined
}

/** Begins a try, without what an earlier one has left. */
export const claimArchive = (db: Db, id: number): Promise<Claim | undefined> =>
  db.transaction(async tx => {
    const [claimed] = await tx
      .update(dataArchives)
      .set({ tries: sql`${dataArchives.tries} + 1` })
      .where(and(eq(dataArchives.id, id), isOpen))
      .returning()
    if (!claimed) return undefined
    await tx.delete(dataArchiveChunks).where(eq(dataArchiveChunks.archiveId, id))
    const { email, phone, locale, confirmedAt } = users
    const [reader] = await tx
      .select({ id: users.id, email, phone, locale, isProven: isProven(confirmedAt) })
      .from(users)
      .where(eq(users.id, claimed.userId))
    return reader && { id, tries: claimed.tries, reader }
  })

const isProven = (confirmedAt: typeof users.confirmedAt): SQL<boolean> => sql`${confirmedAt} is not null`

/** Condition of an archive that this try still makes. */
const ours = ({ id, tries }: Claim) => and(eq(dataArchives.id, id), eq(dataArchives.tries, tries), isOpen)

/** @returns false when the archive is gone, or another try has begun */
export async function addChunk(
  db: Db,
  claim: Claim,
  { position, content }: { position: number; content: Uint8Array },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${dataArchiveChunks} (archive_id, position, content)
    select id, ${position}, ${content} from ${dataArchives} where ${ours(claim)} for no key update`)
  return rowCount === 1
}

/** @returns false when another try has begun */
export async function finishArchive(
  tx: Tx,
  claim: Claim,
  ready: Pick<typeof dataArchives.$inferInsert, 'bytes' | 'readyAt' | 'expiresAt'>,
): Promise<boolean> {
  const { rowCount } = await tx.update(dataArchives).set(ready).where(ours(claim))
  return rowCount === 1
}

/** Gives an archive up, unless another try has begun; its reader may ask for another. */
export const failArchive = (db: Db, claim: Claim, failedAt: Temporal.Instant): Promise<void> =>
  db.transaction(async tx => {
    const { rowCount } = await tx.update(dataArchives).set({ failedAt }).where(ours(claim))
    if (rowCount === 1) await tx.delete(dataArchiveChunks).where(eq(dataArchiveChunks.archiveId, claim.id))
  })

/** A reader's archive that can be downloaded. */
export async function findReadyArchive(
  db: Db | Tx,
  { id, userId, now }: { id: number; userId: number; now: Temporal.Instant },
): Promise<ArchiveRow | undefined> {
  const [row] = await db
    .select()
    .from(dataArchives)
    .where(
      and(
        eq(dataArchives.id, id),
        eq(dataArchives.userId, userId),
        isNotNull(own.readyAt),
        gt(dataArchives.expiresAt, now),
      ),
    )
  return row
}

/** One chunk after another; no connection is held between them. */
export async function* readChunks(db: Db, archiveId: number): AsyncGenerator<Uint8Array> {
  let after = -1
  while (true) {
    const [chunk] = await db
      .select()
      .from(dataArchiveChunks)
      .where(and(eq(dataArchiveChunks.archiveId, archiveId), gt(dataArchiveChunks.position, after)))
      .orderBy(asc(dataArchiveChunks.position))
      .limit(1)
    if (!chunk) return
    yield chunk.content
    after = chunk.position
  }
}
