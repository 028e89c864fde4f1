import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, not, or, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/jobs/each-alone.ts'
import { isNotPutOff } from '#server/platform/jobs/failed-items.ts'
// Joined for reading only: the rows belong to the identity and payments modules.
import { users } from '../../identity/tables.ts'
import { cards, payments } from '../../payments/tables.ts'
import { products, recurringProfiles, subscriptions } from '../tables.ts'
import { isHeld } from './renewal-hold.ts'

const renewalColumns = {
  renewal: recurringProfiles,
  subscription: subscriptions,
  nextProduct: products,
  reader: { id: users.id, email: users.email, locale: users.locale },
  card: cards,
}

/** A planned renewal with all that is needed to charge it and to tell its reader. */
export const selectRenewals = (db: Db | Tx) =>
  db
    .select(renewalColumns)
    .from(recurringProfiles)
    .innerJoin(subscriptions, eq(subscriptions.id, recurringProfiles.subscriptionId))
    .innerJoin(products, eq(products.code, recurringProfiles.nextProductCode))
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(cards, eq(cards.id, recurringProfiles.cardId))

/** A renewal as a mail names it that is about what is paid for, not about what it charges next. */
export async function namedAsPaid(tx: Tx, row: RenewalRow, productCode: string): Promise<RenewalRow> {
  const [paid] = await tx.select().from(products).where(eq(products.code, productCode))
  return paid ? { ...row, nextProduct: paid } : row
}

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

/** Payments whose end is not known. */
const isOpen = inArray(payments.state, ['created', 'submitted', 'unknown'])

/** Ids of the payments of a reader that are not settled, as a subquery. */
export const openPaymentsOf = (tx: Tx, userId: number) =>
  tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.userId, userId), isOpen))

/** The payment of a plan that its reader is making on the gateway's page, if there is one. */
export async function findOpenPage(
  db: Db | Tx,
  { paymentId }: Pick<RenewalRow['renewal'], 'paymentId'>,
): Promise<typeof payments.$inferSelect | undefined> {
  if (paymentId === null) return undefined
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
