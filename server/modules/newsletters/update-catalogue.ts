import { and, count, eq, gt } from 'drizzle-orm'
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
  const { newsletterCode, recipientId, snoozedUntil, state } = newsletterSignups
  // All by their index alone; what waits is few, and has indexes of its own (decision 097).
  const counted = await db
    .select({ code: newsletterCode, state, count: count() })
    .from(newsletterSignups)
    .groupBy(newsletterCode, state)
  const isOn = eq(state, 'on')
  const waiting = { code: newsletterCode, recipientId }
  const ofPaused = db
    .select(waiting)
    .from(newsletterRecipients)
    .innerJoin(newsletterSignups, eq(recipientId, newsletterRecipients.id))
    .where(and(isOn, isPaused(now)))
  // One that is snoozed in a paused mailbox is counted once.
  const snoozed = db
    .select(waiting)
    .from(newsletterSignups)
    .where(and(isOn, gt(snoozedUntil, now)))
    .union(ofPaused)
    .as('snoozed')
  const waits = await db.select({ code: snoozed.code, count: count() }).from(snoozed).groupBy(snoozed.code)
  const counts = new Map<string, { on: number; snoozed: number; off: number }>()
  const of = (code: string) => {
    const row = counts.get(code) ?? { on: 0, snoozed: 0, off: 0 }
    counts.set(code, row)
    return row
  }
  for (const row of counted) of(row.code)[row.state] = row.count
  for (const row of waits) {
    of(row.code).snoozed = row.count
    of(row.code).on -= row.count
  }
  return counts
}
