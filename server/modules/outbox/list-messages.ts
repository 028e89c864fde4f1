import { and, desc, eq, lt } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { outboxMessages } from './tables.ts'

/**
 * The last mails and text messages to a reader, newest first: what each was for and its outcome, never its content.
 *
 * @param page.channel mails or text messages alone; both when not given
 * @param page.before only those older than the one with this id
 */
export async function listMessagesTo(
  db: Db,
  userId: number,
  page: { limit: number; channel?: 'mail' | 'sms'; before?: number | undefined },
) {
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(
      and(
        eq(outboxMessages.userId, userId),
        page.channel && eq(outboxMessages.kind, page.channel),
        page.before === undefined ? undefined : lt(outboxMessages.id, page.before),
      ),
    )
    .orderBy(desc(outboxMessages.id))
    .limit(page.limit)
  return rows.map(row => ({
    id: row.id,
    channel: row.kind,
    /** Template of a mail; text messages are codes only. */
    kind: row.template ?? 'control_code',
    queuedAt: row.createdAt,
    state: stateOf(row),
    /** When it was delivered, refused or given up. */
    settledAt: row.refusedAt ?? row.deliveredAt ?? row.givenUpAt,
    failure: row.failure,
  }))
}

/** `failed`: the last attempt failed and is retried. `refused`, `given_up`: it is not retried. */
function stateOf({ deliveredAt, refusedAt, givenUpAt, failure }: typeof outboxMessages.$inferSelect) {
  if (refusedAt !== null) return 'refused' as const
  if (deliveredAt !== null) return 'delivered' as const
  if (givenUpAt !== null) return 'given_up' as const
  return failure === null ? ('queued' as const) : ('failed' as const)
}
