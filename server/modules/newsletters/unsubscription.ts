import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Unsubscription } from '#contract/newsletters/unsubscribe.ts'
import type { Locale } from '#contract/wire.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { runningSnooze } from './list-signups.ts'
import { findPausedUntil, findSignups, type SignupRow } from './store.ts'
import { newsletterSignups, newsletters } from './tables.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** How long a sign-off by link can be undone by the same link; later a new consent is needed. */
const undoHours = 24

export type Target = {
  recipientId: number
  codes: string[]
  /** By code, in the publisher's order. */
  titles: Map<string, { titleSk: string; titleEn: string }>
}

/** Mailbox and newsletters of a token. @throws AppError `newsletter_link_invalid` */
export async function findTarget(tx: Tx, settings: Deps['settings'], token: string): Promise<Target> {
  const target = readUnsubscribeToken(settings, token)
  if (!target) throw new AppError('newsletter_link_invalid')
  const rows = await tx
    .select()
    .from(newsletters)
    .where(inArray(newsletters.id, [...target.newsletterIds]))
    .orderBy(asc(newsletters.order), asc(newsletters.id))
  const titles = new Map(rows.map(row => [row.code, row]))
  return { recipientId: target.recipientId, codes: [...titles.keys()].sort(), titles }
}

/** Rows that a link signed off from within the last day; no other sign-offs. */
export const signedOffLately = (now: Temporal.Instant) =>
  and(
    eq(newsletterSignups.state, 'off'),
    eq(newsletterSignups.changedBy, 'unsubscribe_link'),
    gt(newsletterSignups.changedAt, now.subtract({ hours: undoHours })),
  )

/** Rows that are on, and not sent for some days. */
export const isSnoozed = (now: Temporal.Instant) =>
  and(eq(newsletterSignups.state, 'on'), gt(newsletterSignups.snoozedUntil, now))

/** State of a link's newsletters for its mailbox. */
export async function describeTarget(
  tx: Tx,
  now: Temporal.Instant,
  { recipientId, titles }: Target,
  locale: Locale,
): Promise<Unsubscription> {
  const signups = await findSignups(tx, recipientId)
  return {
    paused_until: await findPausedUntil(tx, recipientId, now),
    newsletters: [...titles].flatMap(([code, newsletter]) => {
      const row = signups.find(each => each.newsletterCode === code)
      if (!row) return []
      return [
        {
          code,
          title: localized(newsletter, 'title', locale),
          state: row.state,
          snoozed_until: runningSnooze(row, now),
          can_undo: wasSignedOffLately(row, now),
        },
      ]
    }),
  }
}

const wasSignedOffLately = ({ state, changedBy, changedAt }: SignupRow, now: Temporal.Instant): boolean =>
  state === 'off' &&
  changedBy === 'unsubscribe_link' &&
  Temporal.Instant.compare(changedAt, now.subtract({ hours: undoHours })) > 0
