import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { outboxMessages } from './tables.ts'

/** A mail in the log: its template and outcome, never its content. */
export type SentMail = Awaited<ReturnType<typeof listMailsTo>>[number]

/** The last mails to a reader's address, newest first. */
export async function listMailsTo(db: Db, userId: number, limit: number) {
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(and(eq(outboxMessages.userId, userId), isNotNull(outboxMessages.template)))
    .orderBy(desc(outboxMessages.id))
    .limit(limit)
  return rows.map(row => ({
    id: row.id,
    template: row.template ?? '',
    createdAt: row.createdAt,
    state: stateOf(row),
    /** When it was delivered or refused. */
    settledAt: row.deliveredAt ?? row.refusedAt,
    failure: row.failure,
  }))
}

/** `failed`: the last attempt failed and is retried. `refused`: it is not retried. */
function stateOf({ deliveredAt, refusedAt, failure }: typeof outboxMessages.$inferSelect) {
  if (deliveredAt !== null) return 'delivered' as const
  if (refusedAt !== null) return 'refused' as const
  return failure === null ? ('queued' as const) : ('failed' as const)
}
