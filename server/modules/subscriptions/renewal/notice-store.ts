import { and, eq, gt, gte, isNotNull, isNull, like, lte, type SQL, sql } from 'drizzle-orm'
import { dayOf, timeZone } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/jobs/each-alone.ts'
// Joined for reading only: the rows belong to the identity and payments modules.
import { users } from '../../identity/tables.ts'
import { cards } from '../../payments/tables.ts'
import { products, recurringProfiles, subscriptions } from '../tables.ts'
import { grace } from './awaits-confirmation.ts'
import { findBarred } from './bar-store.ts'
import { type RenewalRow, selectRenewals } from './store.ts'

/**
 * Plans with a pending notice to their reader. The order is that of an expression, so that PostgreSQL finds the few by the time
 * of their charge: for an order and a limit it would go through all plans by their ids.
 */
export const findToTell = (db: Db, which: SQL | undefined, page: Page) =>
  db
    .select({ id: recurringProfiles.id })
    .from(recurringProfiles)
    .innerJoin(subscriptions, eq(subscriptions.id, recurringProfiles.subscriptionId))
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(products, eq(products.code, recurringProfiles.nextProductCode))
    .leftJoin(cards, eq(cards.id, recurringProfiles.cardId))
    .where(and(which, page.isNext(recurringProfiles.id)))
    .orderBy(sql`${recurringProfiles.id} + 0`)
    .limit(page.limit)

/** One of them, if its notice is still pending, locked until the end of the transaction; skips a locked one. */
export async function lockToTell(
  tx: Tx,
  which: SQL | undefined,
  id: number,
): Promise<RenewalRow | undefined> {
  const [row] = await selectRenewals(tx)
    .where(and(eq(recurringProfiles.id, id), which))
    .for('no key update', { of: recurringProfiles, skipLocked: true })
  return row
}

/** Whether its reader is charged nothing now: banned, with an open dispute, or about to leave. */
export async function isChargedNothing(tx: Tx, { reader }: RenewalRow): Promise<boolean> {
  const leaves = and(eq(users.id, reader.id), isNotNull(users.anonymizationRequestedAt))
  const [leaving] = await tx.select({ id: users.id }).from(users).where(leaves)
  return leaving !== undefined || (await findBarred(tx, [reader.id])).size > 0
}

/** Plans whose next payment is still to come. */
export const isRunning = (now: Temporal.Instant) =>
  and(eq(recurringProfiles.state, 'active'), gt(recurringProfiles.chargeAt, now))

/** Plans whose next payment was not yet attempted. */
export const isUntried = () =>
  and(isNull(recurringProfiles.paymentId), eq(recurringProfiles.failedAttempts, 0))

/** Yearly plans whose payment comes before `until` and of which the reader was not told. */
export const isToBeReminded = (until: Temporal.Instant) =>
  and(
    lte(recurringProfiles.chargeAt, until),
    isNull(recurringProfiles.remindedAt),
    // Of a pause's end another mail tells.
    isNull(recurringProfiles.pausedUntil),
    isNotNull(recurringProfiles.cardId),
    eq(recurringProfiles.failedAttempts, 0),
    like(products.length, 'P%Y%'),
  )

/** Paused plans whose pause ends by `until`, and whose reader was not told. */
export const isPauseEnding = (until: Temporal.Instant) =>
  and(
    lte(recurringProfiles.chargeAt, until),
    isNull(recurringProfiles.remindedAt),
    eq(recurringProfiles.pausedUntil, recurringProfiles.chargeAt),
  )

/**
 * Plans whose payment the bank wants confirmed, which can be paid for until a moment between `now` and `until`; since two
 * days at least, and of which their reader was not reminded. Who is to be anonymized or is blocked could not pay.
 */
export const isConfirmationLapsing = (now: Temporal.Instant, until: Temporal.Instant) => {
  const endsAt = sql`coalesce(${recurringProfiles.pausedUntil}, ${subscriptions.endsAt})`
  const isBefore = (at: Temporal.Instant) => sql`${at.subtract(grace).toString()}::timestamptz`
  return and(
    eq(recurringProfiles.state, 'system_stop'),
    eq(recurringProfiles.lastFailure, 'authentication_required'),
    isNotNull(recurringProfiles.cardId),
    isNull(recurringProfiles.remindedAt),
    lte(recurringProfiles.stoppedAt, now.subtract({ hours: 48 })),
    sql`${endsAt} > ${isBefore(now)} and ${endsAt} <= ${isBefore(until)}`,
    isNull(users.anonymizationRequestedAt),
    isNull(users.blockedAt),
  )
}

/**
 * Plans whose card expires by `until`, before their payment, and whose reader was not warned. Those with a failed
 * payment are left out: the mail about the failure names the card.
 */
export const hasExpiringCard = (now: Temporal.Instant, until: Temporal.PlainDate) =>
  and(
    eq(recurringProfiles.failedAttempts, 0),
    gte(cards.validUntil, dayOf(now).toString()),
    isNull(recurringProfiles.cardWarnedAt),
    lte(cards.validUntil, until.toString()),
    sql`${cards.validUntil} < (${recurringProfiles.chargeAt} at time zone ${timeZone})::date`,
  )
