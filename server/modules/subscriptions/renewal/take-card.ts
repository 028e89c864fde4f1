import { and, eq, isNull } from 'drizzle-orm'
import { lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { findHoldings } from '../holdings.ts'
import { refusalFor } from '../recurrence/switch-recurrence.ts'
import { recurringProfiles, upgrades } from '../tables.ts'
import { isForgone } from './awaits-confirmation.ts'
import { findCarriedRenewal, paidAfter } from './carried-renewal.ts'
import { postponePaid } from './postpone-paid.ts'
import { findLiveRenewal, findOpenPage, type RenewalRow } from './store.ts'

/**
 * Whether a renewal takes another card: one that runs or that its reader has stopped, or one that failed recently, so
 * that a period that is long over is not charged. Not one that failed while another renewal prolongs what was bought since.
 */
async function takesCard(tx: Tx, row: RenewalRow, now: Temporal.Instant): Promise<boolean> {
  const { renewal, reader } = row
  if (renewal.cardId === null || renewal.state === 'admin_stop' || isForgone(row, now)) return false
  if (renewal.state !== 'system_stop') return true
  return !paidAfter(row, await findHoldings(tx, [reader.id], now), now)?.renewal
}

/**
 * Makes a verified card the one by which a subscription renews. A renewal that had failed is charged with it at once
 * (by the next run of charges), unless its reader is paying it on the gateway's page: then once that page has ended unpaid.
 * Where its next period is paid for, it goes on behind that. One that has moved on meanwhile is followed (R1.03).
 *
 * @param tx transaction that verifies the card
 * @returns the renewal and whether it is charged now; undefined when it takes no card any more
 */
export async function takeCard(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  change: { subscriptionId: number; userId: number; cardId: number },
): Promise<{ row: RenewalRow; isOverdue: boolean } | undefined> {
  const reader = await lockReader(tx, change.userId)
  const now = clock.now()
  const row =
    (await findLiveRenewal(tx, change.subscriptionId, change.userId)) ?? (await findMoved(tx, change, now))
  if (!row || !(await takesCard(tx, row, now))) return undefined
  const { renewal } = row
  const hasFailed =
    renewal.state === 'system_stop'
      ? (await findOpenPage(tx, renewal)) === undefined
      : renewal.state === 'active' && renewal.failedAttempts > 0
  // Nothing starts again for a reader who waits for the deletion of the account.
  const isOverdue = hasFailed && !reader?.anonymizationRequestedAt
  const taken = await tx
    .update(recurringProfiles)
    .set({
      cardId: change.cardId,
      cardWarnedAt: null,
      ...(isOverdue
        ? {
            ...anew(now),
            // The charge of a plan that was stopped has failed; the next is another one.
            paymentId: renewal.state === 'system_stop' ? null : renewal.paymentId,
          }
        : {}),
    })
    .where(eq(recurringProfiles.id, renewal.id))
    .returning()
  const unpaid = isOverdue ? await postponePaid(tx, [{ ...row, renewal: onlyRow(taken) }], now) : []
  return { row, isOverdue: unpaid.length > 0 }
}

/**
 * Where a renewal has gone while its reader was on the gateway's page: behind the period that it has paid for since, or to
 * what replaced its subscription.
 */
async function findMoved(
  tx: Tx,
  { subscriptionId, userId }: { subscriptionId: number; userId: number },
  now: Temporal.Instant,
): Promise<RenewalRow | undefined> {
  const [replaced] = await tx
    .select({ openedId: upgrades.openedId })
    .from(upgrades)
    .where(and(eq(upgrades.subscriptionId, subscriptionId), isNull(upgrades.failedAt)))
  return (await findCarriedRenewal(tx, replaced?.openedId ?? subscriptionId, { userId, now }))?.row
}

/** Columns of a plan that is charged at once, as if it had never failed. */
export const anew = (now: Temporal.Instant) => ({
  state: 'active' as const,
  failedAttempts: 0,
  lastFailure: null,
  stoppedAt: null,
  chargeAt: now,
  claimedUntil: null,
})

/**
 * Makes sure that a subscription's renewal takes another card.
 *
 * @returns code of the product that it renews
 * @throws AppError `subscription_not_found`, `recurrence_no_payment`, `recurrence_not_recurrent`
 */
export async function requireChangeableCard(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  actor: Actor,
  subscriptionId: number,
): Promise<string> {
  const row = await findLiveRenewal(tx, subscriptionId, actor.userId)
  if (!row) throw await refusalFor(tx, actor, subscriptionId)
  if (!(await takesCard(tx, row, clock.now()))) throw new AppError('recurrence_not_recurrent')
  return row.subscription.productCode
}
