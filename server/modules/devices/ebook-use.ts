import { and, asc, eq, gt } from 'drizzle-orm'
import type { User } from '#contract/identity/identity.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { ebookDownloads } from './tables.ts'

/** Files that a reader may download in so many days (specification, section 9). */
export const ebookLimit = 30
const windowDays = 30
const windowLength = { hours: windowDays * 24 }

/** Downloads of e-books in the last 30 days; the window moves with the clock (R6.04). */
export async function ebookUse(
  { db, clock }: Pick<Deps, 'clock'> & { db: Db | Tx },
  userId: number,
): Promise<User['ebooks']> {
  const rows = await db
    .select({ at: ebookDownloads.at })
    .from(ebookDownloads)
    .where(and(eq(ebookDownloads.userId, userId), gt(ebookDownloads.at, ebookWindowStart(clock))))
    .orderBy(asc(ebookDownloads.at))
  // The next one is possible once enough downloads have left the sliding window.
  const inTheWay = rows[rows.length - ebookLimit]
  return {
    limit: ebookLimit,
    used: rows.length,
    window_days: windowDays,
    next_at: inTheWay?.at.add(windowLength).toString() ?? null,
  }
}

/** Start of the sliding window: older downloads don't count. */
export const ebookWindowStart = (clock: Deps['clock']): Temporal.Instant => clock.now().subtract(windowLength)
