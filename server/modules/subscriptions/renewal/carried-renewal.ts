import { eq } from 'drizzle-orm'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database.ts'
import { findHoldings, type Holding } from '../holdings.ts'
import { lastPaid } from '../purchase-plan.ts'
import { recurringProfiles } from '../tables.ts'
import { chargeTime, newTerms } from './plan-renewal.ts'
import { renewalTopic } from './renewal-mail.ts'
import { findLiveRenewal, type RenewalRow } from './store.ts'

/** The renewal that prolongs a subscription. */
export type CarriedRenewal = {
  row: RenewalRow
  /** The last period that is paid for after that of the renewal, which belongs behind it; undefined when there is none. */
  behind: Holding | undefined
}

/**
 * Finds the renewal that prolongs a subscription: its own, or that of the last period that is paid for after it.
 *
 * @param tx transaction that holds the reader's row, so that nothing is bought meanwhile
 */
export async function findCarriedRenewal(
  tx: Tx,
  subscriptionId: number,
  { userId, now }: { userId: number; now: Temporal.Instant },
): Promise<CarriedRenewal | undefined> {
  const own = await findLiveRenewal(tx, subscriptionId, userId)
  // Read after the renewal is locked: a charge that was waited for may have opened the next period.
  const held = await findHoldings(tx, [userId], now)
  const last = own ? paidAfter(own, held) : paidAfterPeriod(subscriptionId, held)
  const carrying = last && (await findLiveRenewal(tx, last.id, userId))
  if (carrying) return { row: carrying, behind: undefined }
  return own && { row: own, behind: last }
}

/** The last period that is paid for after that of a renewal; undefined when nothing is. */
export function paidAfter(
  { subscription, nextProduct }: Pick<RenewalRow, 'subscription' | 'nextProduct'>,
  held: readonly Holding[],
): Holding | undefined {
  const { access, seats } = nextProduct
  const { id } = lastPaid({ ...subscription, access, seats, isSeat: false }, held)
  return held.find(each => each.id === id && id !== subscription.id)
}

function paidAfterPeriod(subscriptionId: number, held: readonly Holding[]): Holding | undefined {
  const from = held.find(each => each.id === subscriptionId)
  const last = from && lastPaid(from, held)
  return last && held.find(each => each.id === last.id && each !== from)
}

/** Puts a renewal behind a period that is paid for. From then on it renews what holds by then, if that renews at all. */
export async function carryRenewal(tx: Tx, { renewal }: RenewalRow, behind: Holding): Promise<void> {
  await withdrawMails(tx, renewalTopic(renewal.subscriptionId))
  const nextProductCode = behind.product.renewsInto ?? renewal.nextProductCode
  await tx
    .update(recurringProfiles)
    .set({
      subscriptionId: behind.id,
      chargeAt: chargeTime(behind.endsAt),
      nextProductCode,
      ...(nextProductCode === renewal.nextProductCode ? {} : newTerms(nextProductCode)),
      failedAttempts: 0,
      lastFailure: null,
      remindedAt: null,
      cardWarnedAt: null,
    })
    .where(eq(recurringProfiles.id, renewal.id))
}
