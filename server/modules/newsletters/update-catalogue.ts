import { eq, sql } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { isPaused } from './store.ts'
import { newsletterRecipients, newsletterSignups, newsletters } from './tables.ts'

export type NewsletterRow = typeof newsletters.$inferSelect

/** A newsletter as the publisher describes it; its code stays for good, since links and decisions name it. */
export type NewsletterText = Omit<NewsletterRow, 'code' | 'id'>

/**
 * Adds a newsletter to the catalogue. Concurrent calls with one code: one succeeds.
 *
 * @returns undefined when there is one with this code
 */
export async function addNewsletter(
  tx: Tx,
  newsletter: NewsletterText & { code: string },
): Promise<NewsletterRow | undefined> {
  const [added] = await tx.insert(newsletters).values(newsletter).onConflictDoNothing().returning()
  return added
}

/**
 * Changes what the catalogue says of a newsletter; who gets it stays as it was.
 *
 * @param describe computes the new text from the present one, under a row lock
 * @throws AppError `not_found`
 */
export async function changeNewsletter(
  tx: Tx,
  code: string,
  describe: (before: NewsletterRow) => NewsletterText,
): Promise<{ before: NewsletterRow; after: NewsletterRow }> {
  const isIt = eq(newsletters.code, code)
  const [before] = await tx.select().from(newsletters).where(isIt).for('update')
  if (!before) throw new AppError('not_found')
  const [after] = await tx.update(newsletters).set(describe(before)).where(isIt).returning()
  if (!after) throw new Error('A locked row was not changed')
  return { before, after }
}

/**
 * Number of mailboxes by decision, for each newsletter's code. Nothing is sent to a snoozed one until its end, nor to
 * one that has paused all; `off` is not the same as never having signed up.
 */
export async function countSignups(
  db: Db | Tx,
  now: Temporal.Instant,
): Promise<Map<string, { on: number; snoozed: number; off: number }>> {
  const isSnoozed = sql`coalesce(${newsletterSignups.snoozedUntil} > ${now.toString()}::timestamptz or ${isPaused(now)}, false)`
  const isOn = sql`${newsletterSignups.state} = 'on'`
  const rows = await db
    .select({
      code: newsletterSignups.newsletterCode,
      on: sql<number>`count(*) filter (where ${isOn} and not ${isSnoozed})::int`,
      snoozed: sql<number>`count(*) filter (where ${isOn} and ${isSnoozed})::int`,
      off: sql<number>`count(*) filter (where not ${isOn})::int`,
    })
    .from(newsletterSignups)
    .innerJoin(newsletterRecipients, eq(newsletterRecipients.id, newsletterSignups.recipientId))
    .groupBy(newsletterSignups.newsletterCode)
  return new Map(rows.map(({ code, ...counts }) => [code, counts]))
}
