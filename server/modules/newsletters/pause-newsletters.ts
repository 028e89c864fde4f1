import { eq } from 'drizzle-orm'
import { longestPauseMonths } from '#contract/newsletters/pause-newsletters.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { ensureRecipient, findReader } from './store.ts'
import { newsletterRecipients } from './tables.ts'

type PauseDeps = Pick<Deps, 'db' | 'clock'>

/**
 * Sends a reader's mailbox no newsletter before a day of the publisher's calendar (R13.09); of two pauses the later
 * press holds. Sign-ups stay as they are, and mails that are no newsletters are sent.
 *
 * @param until YYYY-MM-DD, the first day on which newsletters are sent again
 * @throws AppError `newsletter_pause_day`, `newsletter_account_not_confirmed`
 */
export async function pauseNewsletters(deps: PauseDeps, actor: Actor, until: string): Promise<void> {
  const now = deps.clock.now()
  requirePauseDay(until, now)
  await deps.db.transaction(async tx => {
    await lockReader(tx, actor.userId)
    const reader = await findReader(tx, actor.userId)
    if (!reader || reader.confirmedAt === null) throw new AppError('newsletter_account_not_confirmed')
    await setPause(tx, reader.recipientId ?? (await ensureRecipient(tx, { ...reader, now })), until)
  })
}

/** Sends newsletters again. Idempotent. */
export async function resumeNewsletters({ db }: PauseDeps, actor: Actor): Promise<void> {
  const reader = await findReader(db, actor.userId)
  if (reader?.recipientId != null && reader.confirmedAt !== null) await setPause(db, reader.recipientId, null)
}

/** @throws AppError `newsletter_pause_day` unless it is tomorrow, at most six months ahead, or between */
export function requirePauseDay(until: string, now: Temporal.Instant): void {
  const today = dayOf(now)
  const isPossible =
    Temporal.PlainDate.compare(until, today) > 0 &&
    Temporal.PlainDate.compare(until, today.add({ months: longestPauseMonths })) <= 0
  if (!isPossible) throw new AppError({ key: 'newsletter_pause_day', field: 'until' })
}

/** @param until null to send again */
export async function setPause(db: Db | Tx, recipientId: number, until: string | null): Promise<void> {
  await db
    .update(newsletterRecipients)
    .set({ pausedUntil: until })
    .where(eq(newsletterRecipients.id, recipientId))
}
