import { and, count, eq, gt } from 'drizzle-orm'
import type { Deps } from '#server/platform/deps.ts'
import { ebookDownloads } from './tables.ts'

const limit = 30
const windowDays = 30

/** Downloads of e-books in the last 30 days; the window moves with the clock (R6.04). */
export async function ebookUse({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: number) {
  const since = clock.now().subtract({ hours: windowDays * 24 })
  const [row] = await db
    .select({ used: count() })
    .from(ebookDownloads)
    .where(and(eq(ebookDownloads.userId, userId), gt(ebookDownloads.at, since)))
  return { limit, used: row?.used ?? 0, window_days: windowDays }
}
