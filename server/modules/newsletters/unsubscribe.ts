import { eq, type SQL } from 'drizzle-orm'
import { snoozeDays, type Unsubscription } from '#contract/newsletters/unsubscribe.ts'
import type { Locale } from '#contract/wire.ts'
import { AppError } from '#server/platform/app-error.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { changeSignups } from './store.ts'
import { newsletterLeavingReasons, newsletterSignups } from './tables.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'
import { describeTarget, findTarget, isSnoozed, signedOffLately, type Target } from './unsubscription.ts'

type UnsubscribeDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/** What the link signs off from, and its state. Read-only. @throws AppError `newsletter_link_invalid` */
export const readUnsubscription = (
  { db, clock, settings }: UnsubscribeDeps,
  token: string,
  locale: Locale,
): Promise<Unsubscription> =>
  db.transaction(async tx => describeTarget(tx, clock.now(), await findTarget(tx, settings, token), locale))

/** Signs off. Idempotent. @throws AppError `newsletter_link_invalid` */
export const unsubscribe = ({ db, clock, settings }: UnsubscribeDeps, token: string): Promise<void> =>
  db.transaction(async tx => {
    const change = changeOf(await findTarget(tx, settings, token), clock.now())
    await changeSignups(tx, change, { state: 'off' }, eq(newsletterSignups.state, 'on'))
  })

/**
 * Undoes what a link did within the last day, or ends a snooze; no other sign-off.
 *
 * @throws AppError `newsletter_link_invalid`, `newsletter_undo_too_late`
 */
export const undoUnsubscribe = (
  deps: UnsubscribeDeps,
  token: string,
  locale: Locale,
): Promise<Unsubscription> => turnOn(deps, token, locale, now => ({ guard: isSnoozed(now) }))

/**
 * Sends nothing for 30 days instead: before signing off, or within a day after it.
 *
 * @throws AppError `newsletter_link_invalid`, `newsletter_undo_too_late`
 */
export const snooze = (deps: UnsubscribeDeps, token: string, locale: Locale): Promise<Unsubscription> =>
  turnOn(deps, token, locale, now => ({
    guard: eq(newsletterSignups.state, 'on'),
    snoozedUntil: now.toZonedDateTimeISO(timeZone).add({ days: snoozeDays }).toInstant(),
  }))

/**
 * Where any is on, what was signed off from stays off: the page asks about what still comes.
 *
 * @param how which of those that are on change, and until when nothing is sent
 */
const turnOn = (
  { db, clock, settings }: UnsubscribeDeps,
  token: string,
  locale: Locale,
  how: (now: Temporal.Instant) => { guard: SQL | undefined; snoozedUntil?: Temporal.Instant },
): Promise<Unsubscription> =>
  db.transaction(async tx => {
    const now = clock.now()
    const target = await findTarget(tx, settings, token)
    const { guard, ...until } = how(now)
    const hasOn = isAnyOn(await describeTarget(tx, now, target, locale))
    const changing = hasOn ? guard : signedOffLately(now)
    await changeSignups(tx, changeOf(target, now), { state: 'on', ...until }, changing)
    const unsubscription = await describeTarget(tx, now, target, locale)
    if (!isAnyOn(unsubscription)) throw new AppError('newsletter_undo_too_late')
    return unsubscription
  })

/**
 * Stores why a reader left, without the reader.
 *
 * @throws AppError `newsletter_link_invalid`, `too_many_requests`
 */
export async function tellReason(
  { db, clock, settings, limiter }: UnsubscribeDeps & Pick<Deps, 'limiter'>,
  token: string,
  told: Pick<typeof newsletterLeavingReasons.$inferInsert, 'reason'> & { text?: string | undefined },
): Promise<void> {
  const recipient = readUnsubscribeToken(settings, token)?.recipientId
  if (recipient === undefined) throw new AppError('newsletter_link_invalid')
  await limiter.attempt([[limits.leavingReasons, recipient]], () =>
    db.transaction(async tx => {
      const { codes } = await findTarget(tx, settings, token)
      await tx.insert(newsletterLeavingReasons).values({
        newsletterCodes: codes,
        reason: told.reason,
        text: told.text || null,
        toldAt: clock.now(),
      })
    }),
  )
}

const isAnyOn = ({ newsletters }: Unsubscription): boolean => newsletters.some(each => each.state === 'on')

const changeOf = ({ recipientId, codes }: Target, now: Temporal.Instant) => ({
  recipientId,
  codes,
  by: 'unsubscribe_link' as const,
  now,
})
