import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { outboxMessages } from './tables.ts'

/** A mail in the log: its template and outcome, never its content. */
export type SentMail = {
  id: number
  template: string
  createdAt: Temporal.Instant
  /** `failed`: the last attempt failed and is retried. `refused`: it is not retried. */
  state: 'queued' | 'delivered' | 'failed' | 'refused'
  /** When it was delivered or refused. */
  settledAt: Temporal.Instant | null
  failure: string | null
}

/** The last mails to a reader's address, newest first. */
export async function listMailsTo(db: Db, userId: number, limit: number): Promise<SentMail[]> {
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
    settledAt: row.deliveredAt ?? row.refusedAt,
    failure: row.failure,
  }))
}

function stateOf({ deliveredAt, refusedAt, failure }: typeof outboxMessages.$inferSelect): SentMail['state'] {
  if (deliveredAt !== null) return 'delivered'
  if (refusedAt !== null) return 'refused'
  return failure === null ? 'queued' : 'failed'
}
