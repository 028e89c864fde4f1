import { eq, or, type SQL } from 'drizzle-orm'
import { snoozeDays, type Unsubscription } from '#contract/newsletters/unsubscribe.ts'
import type { Locale } from '#contract/wire.ts'
import { AppError } from '#server/platform/app-error.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { changeSignups } from './store.ts'
import { newsletterLeavingReasons, newsletterSignups } from './tables.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'
import { canBeUndone, describeTarget, findTarget, signedOffLately, type Target } from './unsubscription.ts'

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
): Promise<Unsubscription> => turnOn(deps, token, locale, now => ({ guard: canBeUndone(now) }))

/**
 * Sends nothing for 30 days instead: before signing off, or within a day after it.
 *
 * @throws AppError `newsletter_link_invalid`, `newsletter_undo_too_late`
 */
export const snooze = (deps: UnsubscribeDeps, token: string, locale: Locale): Promise<Unsubscription> =>
  turnOn(deps, token, locale, now => ({
    guard: or(eq(newsletterSignups.state, 'on'), signedOffLately(now)),
    snoozedUntil: now.toZonedDateTimeISO(timeZone).add({ days: snoozeDays }).toInstant(),
  }))

/** @param how which rows may be turned on, and until when nothing is sent */
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
    await changeSignups(tx, changeOf(target, now), { state: 'on', ...until }, guard)
    const unsubscription = await describeTarget(tx, now, target, locale)
    const isOn = unsubscription.newsletters.some(each => each.state === 'on')
    if (!isOn) throw new AppError('newsletter_undo_too_late')
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

const changeOf = ({ recipientId, codes }: Target, now: Temporal.Instant) => ({
  recipientId,
  codes,
  by: 'unsubscribe_link' as const,
  now,
})
