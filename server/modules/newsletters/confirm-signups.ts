import { and, eq, gt, isNull } from 'drizzle-orm'
import type { MailboxNewsletters } from '#contract/newsletters/mailed-links.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { formatPlainDay } from '#server/platform/texts/format.ts'
import { sendMail } from '../outbox/index.ts'
import { toSignup } from './list-signups.ts'
import { requirePauseDay, setPause } from './pause-newsletters.ts'
import { mailboxLink } from './request-signups.ts'
import {
  changeSignups,
  ensureRecipient,
  findNewsletters,
  findPausedUntil,
  findRecipientId,
  findSignups,
  writeSignUps,
} from './store.ts'
import { newsletterLinks, newsletterSignups } from './tables.ts'
import { listTitles } from './titles.ts'
import { unsubscribeLink } from './unsubscribe-token.ts'

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>
type Link = typeof newsletterLinks.$inferSelect

/**
 * What a link is for and what its mailbox gets. Read-only, so mail scanners may open it.
 *
 * @throws AppError `newsletter_link_invalid`, `newsletter_link_expired`
 */
export async function readLink({ db, clock }: LinkDeps, token: string): Promise<MailboxNewsletters> {
  return describe(db, clock.now(), await findLink(db, clock.now(), token))
}

/**
 * Double opt-in, on the press of the button: signs the mailbox up for what was asked, once, and mails a welcome. What was
 * locked meanwhile is left out.
 *
 * @throws AppError `newsletter_link_invalid`, `newsletter_link_expired`; `newsletter_subscription_needed` when all was locked
 */
export async function confirmSignups(deps: LinkDeps, token: string): Promise<MailboxNewsletters> {
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const [confirmed] = await tx
      .update(newsletterLinks)
      .set({ confirmedAt: now })
      .where(
        and(
          eq(newsletterLinks.tokenHash, hashToken(token)),
          isNull(newsletterLinks.confirmedAt),
          gt(newsletterLinks.expiresAt, now),
        ),
      )
      .returning()
    if (confirmed && confirmed.codes.length > 0) await signUpAsked(tx, deps, confirmed, token)
    return describe(tx, now, await findLink(tx, now, token))
  })
}

/**
 * Signs the mailbox of a link up for one more newsletter, or again.
 *
 * @throws AppError `newsletter_link_invalid`, `newsletter_link_expired`, `not_found`,
 *   `newsletter_subscription_needed` for locked ones: a mailbox has no subscription, an account has
 */
export async function signUpByLink(deps: LinkDeps, token: string, code: string): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const link = await findLink(tx, now, token)
    const [newsletter] = await findNewsletters(tx, [code])
    if (!newsletter) throw new AppError('not_found')
    if (newsletter.locked) throw new AppError('newsletter_subscription_needed')
    const recipientId = await ensureRecipient(tx, { ...link, now })
    await writeSignUps(tx, { recipientId, codes: [code], by: 'mailed_link', now })
  })
}

/** @throws AppError `newsletter_link_invalid`, `newsletter_link_expired`, `not_found` */
export async function signOffByLink(deps: LinkDeps, token: string, code: string): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const { email } = await findLink(tx, now, token)
    if ((await findNewsletters(tx, [code])).length === 0) throw new AppError('not_found')
    const recipientId = await findRecipientId(tx, email)
    if (recipientId === undefined) return
    const change = { recipientId, codes: [code], by: 'mailed_link' as const, now }
    await changeSignups(tx, change, { state: 'off' }, eq(newsletterSignups.state, 'on'))
  })
}

/** Sends a mailbox nothing before a day. @throws AppError as `readLink`, and `newsletter_pause_day` */
export async function pauseByLink(deps: LinkDeps, token: string, until: string): Promise<void> {
  const now = deps.clock.now()
  requirePauseDay(until, now)
  await deps.db.transaction(async tx => {
    const link = await findLink(tx, now, token)
    await setPause(tx, await ensureRecipient(tx, { ...link, now }), until)
  })
}

/** @throws AppError as `readLink` */
export async function resumeByLink({ db, clock }: LinkDeps, token: string): Promise<void> {
  const recipientId = await findRecipientId(db, (await findLink(db, clock.now(), token)).email)
  if (recipientId !== undefined) await setPause(db, recipientId, null)
}

async function signUpAsked(tx: Tx, deps: LinkDeps, link: Link, token: string): Promise<void> {
  const now = deps.clock.now()
  const codes = await findOpen(tx, link)
  if (codes.length === 0) throw new AppError('newsletter_subscription_needed')
  const recipientId = await ensureRecipient(tx, { ...link, now })
  const changed = await writeSignUps(tx, { recipientId, codes, by: 'confirmation', now })
  if (changed.length === 0) return
  const welcomed = await findNewsletters(tx, changed)
  const pausedUntil = await findPausedUntil(tx, recipientId, now)
  await sendMail(tx, deps, {
    to: link.email,
    locale: link.locale,
    template: 'newsletter_welcome',
    values: {
      titles: listTitles(welcomed, link.locale),
      count: welcomed.length,
      isPaused: pausedUntil === null ? 'no' : 'yes',
      day: pausedUntil === null ? '' : formatPlainDay(link.locale, Temporal.PlainDate.from(pausedUntil)),
    },
    link: mailboxLink(deps.settings, token),
    unsubscribe: unsubscribeLink(deps.settings, {
      recipientId,
      newsletterIds: welcomed.map(each => each.id),
    }),
  })
}

/** Of the newsletters that were asked for those that a mailbox may get still: one may have been locked meanwhile. */
const findOpen = async (db: Db | Tx, { codes }: Link): Promise<string[]> =>
  (await findNewsletters(db, codes)).filter(each => !each.locked).map(each => each.code)

async function findLink(db: Db | Tx, now: Temporal.Instant, token: string): Promise<Link> {
  const [link] = await db
    .select()
    .from(newsletterLinks)
    .where(eq(newsletterLinks.tokenHash, hashToken(token)))
  if (!link) throw new AppError('newsletter_link_invalid')
  if (Temporal.Instant.compare(link.expiresAt, now) <= 0) throw new AppError('newsletter_link_expired')
  return link
}

async function describe(db: Db | Tx, now: Temporal.Instant, link: Link): Promise<MailboxNewsletters> {
  const recipientId = await findRecipientId(db, link.email)
  const rows = recipientId === undefined ? [] : await findSignups(db, recipientId)
  const pausedUntil = recipientId === undefined ? null : await findPausedUntil(db, recipientId, now)
  return {
    email: link.email,
    waiting: link.confirmedAt === null ? await findOpen(db, link) : [],
    expires_at: link.expiresAt.toString(),
    paused_until: pausedUntil,
    items: rows.map(row => toSignup(row, now)),
  }
}
