import { eq } from 'drizzle-orm'
import type { PaymentReaction, PaymentRow } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { endRefunded } from '../end-refunded.ts'
import { nextPeriod } from '../next-period.ts'
import { planRenewal } from './plan-renewal.ts'
import { mailCharged, mailFailed, mailStopped } from './renewal-mail.ts'
import { findRenewalOfPayment, type RenewalRow } from './store.ts'
import { recurringProfiles, subscriptions } from '../tables.ts'

/** How long after a failed attempt the next one follows; after the last there is none. */
const retryDelays = ['PT15M', 'PT6H', 'PT6H', 'PT24H'] as const
/** Of these failures the reader is told: the first one, and the one before the last attempt. */
const toldFailures = new Set([1, retryDelays.length])

type RenewalDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/** What becomes of a subscription when the charge for its next period is settled. */
export const renewalReaction = (deps: RenewalDeps): PaymentReaction => ({
  onPaid: (tx, payment) => renew(tx, deps, payment),
  onFailed: (tx, payment) => retryOrStop(tx, deps, payment),
  onRefunded: (tx, payment) => endRefunded(tx, deps, payment),
})

async function renew(tx: Tx, deps: RenewalDeps, payment: PaymentRow): Promise<void> {
  const row = await lockRenewal(tx, payment)
  const { renewal, subscription, nextProduct } = row
  const period = nextPeriod(
    // Another product may have another length, and is another chain then.
    subscription.anchorAt,
    subscription.endsAt,
    nextProduct.length,
  )
  const [next] = await tx
    .insert(subscriptions)
    .values({
      userId: subscription.userId,
      productCode: nextProduct.code,
      priceCents: payment.amountCents,
      ...period,
      paymentId: payment.id,
      renewalOf: subscription.id,
    })
    .returning({ id: subscriptions.id })
  if (!next) throw new Error('An insert returned no row')
  await setState(tx, renewal.id, { state: 'charged', claimedUntil: null })
  // One that was stopped while its charge was under way is paid for, and the last.
  if (renewal.state === 'active' && nextProduct.renewsInto !== null && renewal.cardId !== null) {
    await planRenewal(tx, {
      subscriptionId: next.id,
      endsAt: period.endsAt,
      cardId: renewal.cardId,
      nextProductCode: nextProduct.renewsInto,
    })
  }
  await mailCharged(tx, deps, row, payment, period.endsAt)
}

async function retryOrStop(tx: Tx, deps: RenewalDeps, payment: PaymentRow): Promise<void> {
  const row = await lockRenewal(tx, payment)
  const { renewal } = row
  // Stopped meanwhile: there is nothing to try again and nothing to tell.
  if (renewal.state !== 'active' || payment.failure === 'stopped') return
  const now = deps.clock.now()
  const failedAttempts = renewal.failedAttempts + 1
  const delay = retryDelays[failedAttempts - 1]
  if (delay === undefined) {
    await setState(tx, renewal.id, {
      state: 'system_stop',
      failedAttempts,
      stoppedAt: now,
      claimedUntil: null,
    })
    await mailStopped(tx, deps, row, payment)
    return
  }
  await setState(tx, renewal.id, { state: 'charge_failed', failedAttempts, claimedUntil: null })
  const chargeAt = now.add(delay)
  await tx.insert(recurringProfiles).values({
    subscriptionId: renewal.subscriptionId,
    cardId: renewal.cardId,
    nextProductCode: renewal.nextProductCode,
    state: 'active',
    chargeAt,
    failedAttempts,
  })
  if (toldFailures.has(failedAttempts)) await mailFailed(tx, deps, row, payment, chargeAt)
}

async function lockRenewal(tx: Tx, payment: PaymentRow): Promise<RenewalRow> {
  const row = await findRenewalOfPayment(tx, payment.id)
  if (!row) throw new Error('A renewal was paid that nobody planned')
  return row
}

const setState = (
  tx: Tx,
  id: number,
  columns: Partial<typeof recurringProfiles.$inferInsert>,
): Promise<unknown> => tx.update(recurringProfiles).set(columns).where(eq(recurringProfiles.id, id))
