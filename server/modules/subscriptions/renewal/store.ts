import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { dayOf, timeZone } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/jobs/each-alone.ts'
import { isNotPutOff } from '#server/platform/jobs/failed-items.ts'
// Joined for reading only: the rows belong to the identity and payments modules.
import { users } from '../../identity/tables.ts'
import { cards, payments } from '../../payments/tables.ts'
import { products, recurringProfiles, subscriptions } from '../tables.ts'
import { grace } from './awaits-confirmation.ts'
import { isHeld } from './renewal-hold.ts'

const renewalColumns = {
  renewal: recurringProfiles,
  subscription: subscriptions,
  nextProduct: products,
  reader: { id: users.id, email: users.email, locale: users.locale },
  card: cards,
}

/** A planned renewal with all that is needed to charge it and to tell its reader. */
const selectRenewals = (db: Db | Tx) =>
  db
    .select(renewalColumns)
    .from(recurringProfiles)
    .innerJoin(subscriptions, eq(subscriptions.id, recurringProfiles.subscriptionId))
    .innerJoin(products, eq(products.code, recurringProfiles.nextProductCode))
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(cards, eq(cards.id, recurringProfiles.cardId))

/** Plans charged by these payments, locked until the end of the transaction. */
export const findRenewalsOfPayments = (tx: Tx, paymentIds: readonly number[]) =>
  selectRenewals(tx)
    .where(inArray(recurringProfiles.paymentId, [...paymentIds]))
    .orderBy(asc(recurringProfiles.id))
    .for('no key update', { of: recurringProfiles })
export type RenewalRow = Awaited<ReturnType<typeof findRenewalsOfPayments>>[number]

/** Whether a row is locked until the end of the transaction, or merely shown to its reader. */
export type Locking = 'locked' | 'unlocked'

/** States of a renewal that decides about its subscription, running or stopped. */
export const liveStates: (typeof recurringProfiles.$inferSelect)['state'][] = [
  'active',
  'user_stop',
  'admin_stop',
  'system_stop',
]

/** The renewal of a subscription that counts, running or stopped. */
export async function findLiveRenewal(
  tx: Tx,
  subscriptionId: number,
  userId: number,
  locking: Locking = 'locked',
): Promise<RenewalRow | undefined> {
  const find = () => {
    const rows = selectRenewals(tx).where(
      and(
        eq(recurringProfiles.subscriptionId, subscriptionId),
        eq(subscriptions.userId, userId),
        inArray(recurringProfiles.state, liveStates),
      ),
    )
    return locking === 'locked' ? rows.for('no key update', { of: recurringProfiles }) : rows
  }
  const [row] = await find()
  // After the lock wait the plan may have been replaced by its retry, which only a new query sees.
  return row ?? (locking === 'locked' ? (await find())[0] : undefined)
}

/** A subscription with its last plan, and that plan's product and payment, where there are any. */
export async function findLastPlan(db: Db, subscriptionId: number, userId: number) {
  const [row] = await db
    .select({
      renewal: recurringProfiles,
      subscription: subscriptions,
      nextProduct: products,
      payment: payments,
    })
    .from(subscriptions)
    .leftJoin(recurringProfiles, eq(recurringProfiles.subscriptionId, subscriptions.id))
    .leftJoin(products, eq(products.code, recurringProfiles.nextProductCode))
    .leftJoin(payments, eq(payments.id, recurringProfiles.paymentId))
    .where(and(eq(subscriptions.id, subscriptionId), eq(subscriptions.userId, userId)))
    .orderBy(desc(recurringProfiles.id))
    .limit(1)
  return row
}
export type LastPlan = NonNullable<Awaited<ReturnType<typeof findLastPlan>>>

/** The payment of a plan that its reader is making on the gateway's page, if there is one. */
export async function findOpenPage(
  db: Db | Tx,
  { paymentId }: Pick<RenewalRow['renewal'], 'paymentId'>,
): Promise<typeof payments.$inferSelect | undefined> {
  if (paymentId === null) return undefined
  const isOpen = inArray(payments.state, ['created', 'submitted', 'unknown'])
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), isOpen))
  return payment
}

/** Charging due renewals, as a task whose items may fail. */
export const chargeTask = 'charge-renewals'

/** What the publisher stopped for a reader at some moments, locked until the end of the transaction. */
export const findStoppedAt = (tx: Tx, userId: number, moments: readonly Temporal.Instant[]) =>
  selectRenewals(tx)
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(recurringProfiles.state, 'admin_stop'),
        inArray(recurringProfiles.stoppedAt, [...moments]),
      ),
    )
    .for('no key update', { of: recurringProfiles })

/** Running renewals of a reader, locked until the end of the transaction: one that is being charged is waited for. */
export const findRunningRenewals = (tx: Tx, userId: number) => lockRunningRenewals(tx, [userId])

/** The same of several readers, locked by id. */
export const lockRunningRenewals = (tx: Tx, userIds: readonly number[]) =>
  selectRenewals(tx)
    .where(and(inArray(subscriptions.userId, [...userIds]), eq(recurringProfiles.state, 'active')))
    .orderBy(asc(recurringProfiles.id))
    .for('no key update', { of: recurringProfiles })

/** Whether anything of a reader's renews itself. Read without a lock. */
export const hasRunningRenewal = async (tx: Tx, userId: number): Promise<boolean> =>
  (
    await selectRenewals(tx)
      .where(and(eq(subscriptions.userId, userId), eq(recurringProfiles.state, 'active')))
      .limit(1)
  ).length > 0

/** Due and unleased renewals, oldest first, locked for this transaction (skip locked). */
export const findDueRenewals = (tx: Tx, now: Temporal.Instant, limit: number, which?: SQL) =>
  selectRenewals(tx)
    .where(
      and(
        eq(recurringProfiles.state, 'active'),
        lte(recurringProfiles.chargeAt, now),
        not(isHeld(now)),
        // SMS and Google renew what is theirs themselves.
        isNotNull(recurringProfiles.cardId),
        // A reader whose account is about to be deleted is charged nothing more.
        isNull(users.anonymizationRequestedAt),
        or(isNull(recurringProfiles.claimedUntil), lte(recurringProfiles.claimedUntil, now)),
        isNotPutOff(chargeTask, recurringProfiles.id, now),
        which,
      ),
    )
    .orderBy(asc(recurringProfiles.chargeAt), asc(recurringProfiles.id))
    .limit(limit)
    .for('no key update', { of: recurringProfiles, skipLocked: true })

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

/**
 * Charges with their plans and the gateway's card tokens. Lock order against deadlocks: payments before plans, as
 * settling a payment does, and each by id.
 */
export async function lockCharges(tx: Tx, paymentIds: readonly number[]) {
  const charges = await tx
    .select({ payment: payments, cardToken: cards.gatewayToken })
    .from(payments)
    .leftJoin(cards, eq(cards.id, payments.cardId))
    .where(inArray(payments.id, [...paymentIds]))
    .orderBy(asc(payments.id))
    .for('no key update', { of: payments })
  const plans = new Map(
    (await findRenewalsOfPayments(tx, paymentIds)).map(row => [row.renewal.paymentId, row]),
  )
  return charges.flatMap(charge => {
    const row = plans.get(charge.payment.id)
    return row ? [{ ...row, ...charge }] : []
  })
}
export type LockedCharge = Awaited<ReturnType<typeof lockCharges>>[number]

/** Unleased plans that were stopped, put off or held while the result of their charge was unknown. */
export const findStoppedCharges = (db: Db, now: Temporal.Instant, page: Page) =>
  db
    .select({ id: recurringProfiles.id, paymentId: payments.id })
    .from(payments)
    .innerJoin(recurringProfiles, eq(recurringProfiles.paymentId, payments.id))
    .where(
      and(
        inArray(payments.state, ['submitted', 'unknown']),
        // On a page its reader pays.
        isNull(payments.checkoutReference),
        or(
          inArray(recurringProfiles.state, ['user_stop', 'admin_stop', 'system_stop']),
          and(eq(recurringProfiles.state, 'active'), or(gt(recurringProfiles.chargeAt, now), isHeld(now))),
        ),
        or(isNull(recurringProfiles.claimedUntil), lte(recurringProfiles.claimedUntil, now)),
        page.isNext(recurringProfiles.id),
      ),
    )
    .orderBy(asc(recurringProfiles.id))
    .limit(page.limit)
