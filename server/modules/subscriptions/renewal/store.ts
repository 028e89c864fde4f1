import { and, asc, eq, gt, inArray, isNotNull, isNull, like, lte, or, type SQL, sql } from 'drizzle-orm'
import { timeZone } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
// Joined for reading only: the rows belong to the identity and payments modules.
import { users } from '../../identity/tables.ts'
import { cards, payments } from '../../payments/tables.ts'
import { products, recurringProfiles, subscriptions } from '../tables.ts'

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

/** The plans that payments are the charges of, locked until the end of the transaction. */
export const findRenewalsOfPayments = (tx: Tx, paymentIds: readonly number[]) =>
  selectRenewals(tx)
    .where(inArray(recurringProfiles.paymentId, [...paymentIds]))
    .orderBy(asc(recurringProfiles.id))
    .for('no key update', { of: recurringProfiles })
export type RenewalRow = Awaited<ReturnType<typeof findRenewalsOfPayments>>[number]

/** The renewal of a subscription that counts, running or stopped, locked until the end of the transaction. */
export async function findLiveRenewal(
  tx: Tx,
  subscriptionId: number,
  userId: number,
): Promise<RenewalRow | undefined> {
  const find = () =>
    selectRenewals(tx)
      .where(
        and(
          eq(recurringProfiles.subscriptionId, subscriptionId),
          eq(subscriptions.userId, userId),
          inArray(recurringProfiles.state, ['active', 'user_stop', 'admin_stop', 'system_stop']),
        ),
      )
      .for('no key update', { of: recurringProfiles })
  const [row] = await find()
  // A charge that was waited for may have put a retry in the place of the plan, which only a new look sees.
  return row ?? (await find())[0]
}

/** Those whose charge is due and with which no worker is busy, oldest first; taken for this transaction alone. */
export const findDueRenewals = (tx: Tx, now: Temporal.Instant, limit: number) =>
  selectRenewals(tx)
    .where(
      and(
        eq(recurringProfiles.state, 'active'),
        lte(recurringProfiles.chargeAt, now),
        // SMS and Google renew what is theirs themselves.
        isNotNull(recurringProfiles.cardId),
        // Whoever is about to leave is charged for nothing more.
        isNull(users.anonymizationRequestedAt),
        or(isNull(recurringProfiles.claimedUntil), lte(recurringProfiles.claimedUntil, now)),
      ),
    )
    .orderBy(asc(recurringProfiles.chargeAt), asc(recurringProfiles.id))
    .limit(limit)
    .for('no key update', { of: recurringProfiles, skipLocked: true })

/** Running plans whose payment is still to come and of which something is to be told; taken for this transaction. */
const findToTell = (tx: Tx, { now, limit }: { now: Temporal.Instant; limit: number }, ...which: SQL[]) =>
  selectRenewals(tx)
    .where(and(eq(recurringProfiles.state, 'active'), gt(recurringProfiles.chargeAt, now), ...which))
    .limit(limit)
    .for('no key update', { of: recurringProfiles, skipLocked: true })

/** Yearly plans whose payment comes before `until` and of which the reader was not told. */
export const findRenewalsToRemind = (
  tx: Tx,
  { until, ...some }: { now: Temporal.Instant; until: Temporal.Instant; limit: number },
) =>
  findToTell(
    tx,
    some,
    lte(recurringProfiles.chargeAt, until),
    isNull(recurringProfiles.remindedAt),
    isNotNull(recurringProfiles.cardId),
    eq(recurringProfiles.failedAttempts, 0),
    like(products.length, 'P%Y%'),
  )

/** Plans whose card expires by `until`, before their payment, and of which the reader was not told. */
export const findRenewalsWithExpiringCard = (
  tx: Tx,
  { until, ...some }: { now: Temporal.Instant; until: Temporal.PlainDate; limit: number },
) =>
  findToTell(
    tx,
    some,
    isNull(recurringProfiles.cardWarnedAt),
    lte(cards.validUntil, until.toString()),
    sql`${cards.validUntil} < (${recurringProfiles.chargeAt} at time zone ${timeZone})::date`,
  )

/**
 * Charges with their plans and the gateway's tokens of their cards. The charges are locked, then the plans: whoever
 * settles a payment takes the payment first. All go by their ids, so that nobody waits for one another.
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

/** Plans that were stopped while it was not known what became of their charge, and with which no worker is busy. */
export async function findStoppedCharges(db: Db, now: Temporal.Instant) {
  const rows = await db
    .select({ renewalId: recurringProfiles.id, paymentId: payments.id })
    .from(payments)
    .innerJoin(recurringProfiles, eq(recurringProfiles.paymentId, payments.id))
    .where(
      and(
        inArray(payments.state, ['created', 'submitted', 'unknown']),
        inArray(recurringProfiles.state, ['user_stop', 'admin_stop', 'system_stop']),
        or(isNull(recurringProfiles.claimedUntil), lte(recurringProfiles.claimedUntil, now)),
      ),
    )
    .limit(50)
  return rows
}
