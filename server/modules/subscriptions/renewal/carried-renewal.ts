import { and, eq } from 'drizzle-orm'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { findHoldings, type Holding, renewsElsewhere } from '../holdings.ts'
import { lastPaid } from '../paid-periods.ts'
import { laterOf } from '../purchase-plan.ts'
import { recurringProfiles } from '../tables.ts'
import { chargeTime, newTerms } from './plan-renewal.ts'
import { renewalTopic } from './renewal-mail.ts'
import { findLiveRenewal, type Locking, type RenewalRow } from './store.ts'

/** The renewal that prolongs a subscription: its own, or one carried behind a later paid period. */
export type CarriedRenewal = {
  row: RenewalRow
  /** The last paid period after the renewal's own: the renewal is to be moved behind it. Undefined when there is none. */
  behind: Holding | undefined
}

/**
 * Finds the renewal that prolongs a subscription: its own, or that of the last period that is paid for after it.
 *
 * @param tx transaction that has locked the reader's row, so that nothing is bought meanwhile; a snapshot for what is
 *   merely shown
 */
export async function findCarriedRenewal(
  tx: Tx,
  subscriptionId: number,
  { userId, now }: { userId: number; now: Temporal.Instant },
  locking?: Locking,
): Promise<CarriedRenewal | undefined> {
  const own = await findLiveRenewal(tx, subscriptionId, userId, locking)
  // Read after the renewal is locked: a charge that held the lock may have opened the next period.
  const held = await findHoldings(tx, [userId], now)
  const last = own ? paidAfter(own, held, own.subscription.endsAt) : paidAfterPeriod(subscriptionId, held)
  const carrying = last && (await findLiveRenewal(tx, last.id, userId, locking))
  if (carrying) return { row: carrying, behind: undefined }
  return own && { row: own, behind: last }
}

/**
 * The last paid period after a renewal's own; undefined when there is none. The next period of one that is overdue begins
 * when it is paid (R11.10), after a pause with its charge (R11.03): what is paid for at that moment counts, and what is over
 * by then does not. What a phone company or Google renews follows nothing.
 *
 * @param paidAt when it is paid at the earliest
 */
export function paidAfter(
  { renewal, subscription, nextProduct }: Pick<RenewalRow, 'renewal' | 'subscription' | 'nextProduct'>,
  held: readonly Holding[],
  paidAt: Temporal.Instant,
): Holding | undefined {
  if (renewsElsewhere(renewal)) return undefined
  const { access, seats } = nextProduct
  const endsAt = laterOf(renewal.pausedUntil === null ? subscription.endsAt : renewal.chargeAt, paidAt)
  const { id } = lastPaid({ ...subscription, endsAt, access, seats, isSeat: false }, held)
  return held.find(each => each.id === id && id !== subscription.id)
}

function paidAfterPeriod(subscriptionId: number, held: readonly Holding[]): Holding | undefined {
  const from = held.find(each => each.id === subscriptionId)
  const last = from && lastPaid(from, held)
  return last && held.find(each => each.id === last.id && each !== from)
}

type Renewal = RenewalRow['renewal']

/**
 * Moves a renewal behind a paid period. From then on it renews that period's product, if that renews at all.
 *
 * @param behind.cardId the card that pays from then on; the present one when not given
 * @param behind.isOffer the offer told the product's present price, whatever was told of it before
 */
export async function carryRenewal(
  tx: Tx,
  renewal: Renewal,
  behind: {
    id: number
    endsAt: Temporal.Instant
    product: Pick<Holding['product'], 'renewsInto'>
    cardId?: number | null
    isOffer?: boolean
  },
): Promise<void> {
  await withdrawMails(tx, renewalTopic(renewal.subscriptionId))
  const nextProductCode = behind.product.renewsInto ?? renewal.nextProductCode
  const hasTerms = nextProductCode === renewal.nextProductCode && !behind.isOffer
  const carried = await tx
    .update(recurringProfiles)
    .set({
      subscriptionId: behind.id,
      chargeAt: chargeTime(behind.endsAt),
      pausedUntil: null,
      nextProductCode,
      ...(hasTerms ? {} : newTerms(nextProductCode)),
      // What was bought decides what is renewed; what does not renew leaves it as its reader chose.
      ...(behind.product.renewsInto !== null && { plannedChange: null }),
      failedAttempts: 0,
      lastFailure: null,
      remindedAt: null,
      cardWarnedAt: null,
      ...(behind.cardId && { cardId: behind.cardId }),
    })
    .where(and(eq(recurringProfiles.id, renewal.id), eq(recurringProfiles.state, renewal.state)))
    .returning({ id: recurringProfiles.id })
  // Race: a charge meanwhile has opened a period that was not seen here, so this transaction is rolled back.
  if (carried.length === 0) throw new Error('A renewal changed while it was put behind what is paid for')
}

/**
 * A renewal as it will be charged. One whose next period is paid for already is put behind that before it is told of: what is
 * told is then what its plan says, product and price among it (R11.01).
 *
 * @param row a renewal whose plan is locked
 * @returns undefined where that has a renewal of its own, which decides for both
 */
export async function asCharged(
  tx: Tx,
  row: RenewalRow,
  now: Temporal.Instant,
): Promise<RenewalRow | undefined> {
  const { renewal, reader } = row
  const behind = paidAfter(row, await findHoldings(tx, [reader.id], now), now)
  if (!behind) return row
  if (behind.renewal) return undefined
  await carryRenewal(tx, renewal, behind)
  return findLiveRenewal(tx, behind.id, reader.id)
}

/** Stops a renewal that another one supersedes. */
export async function supersedeRenewal(tx: Tx, renewal: Renewal, now: Temporal.Instant): Promise<void> {
  await withdrawMails(tx, renewalTopic(renewal.subscriptionId))
  await tx
    .update(recurringProfiles)
    .set({ state: 'user_stop', stoppedAt: now })
    .where(and(eq(recurringProfiles.id, renewal.id), eq(recurringProfiles.state, 'active')))
}

/**
 * Moves one of the renewals of some subscriptions behind a bought period; the others stop.
 *
 * @param bought.isOffer it was accepted for a renewal that ran: stopped while it was charged, e.g. by a dispute, that
 *   stays stopped
 * @returns whether there was one
 */
export async function takeOverRenewals(
  tx: Tx,
  former: readonly Holding[],
  bought: {
    id: number
    endsAt: Temporal.Instant
    product: Holding['product']
    cardId: number | null
    isOffer: boolean
  },
  now: Temporal.Instant,
): Promise<boolean> {
  const taken = new Set(bought.isOffer ? ['active', 'user_stop', 'admin_stop'] : ['active'])
  const running = former.flatMap(each =>
    each.renewal && !each.renewsElsewhere && taken.has(each.renewal.state) ? [each.renewal] : [],
  )
  const [first, ...others] = running
  if (!first) return false
  await carryRenewal(tx, first, bought)
  for (const renewal of others) await supersedeRenewal(tx, renewal, now)
  return true
}
