import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { Activity } from '#contract/activity/activity.ts'
import { defaultPageSize } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { activityLog } from './tables.ts'

/**
 * A page of the reader's own log, newest first (cursor pagination).
 *
 * @param input.limit most items, 20 when not given
 * @param input.cursor `next_cursor` of the page before
 */
export async function listActivity(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  input: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ items: Activity[]; next_cursor: string | null }> {
  const limit = input.limit ?? defaultPageSize
  // As a bigint, since a cursor of ten digits may exceed an integer.
  const before = input.cursor === undefined ? undefined : lt(activityLog.id, sql`${input.cursor}::bigint`)
  // One row more than the limit tells whether there is a next page.
  const rows = await db
    .select()
    .from(activityLog)
    .where(and(eq(activityLog.userId, actor.userId), before))
    .orderBy(desc(activityLog.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return {
    items: page.map(({ id, at, kind, details }) => Activity.parse({ id, at: at.toString(), kind, details })),
    next_cursor: rows.length > limit ? String(page.at(-1)?.id) : null,
  }
}
