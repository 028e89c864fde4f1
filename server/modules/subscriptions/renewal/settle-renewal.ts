import { eq, inArray } from 'drizzle-orm'
import { DeclineReason } from '#contract/payments/decline-reason.ts'
import type { PaymentReaction, PaymentRow } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { applyRefund } from '../apply-refund.ts'
import { findHoldings } from '../holdings.ts'
import { findLastOfChains } from '../last-of-chain.ts'
import { renewedPeriod } from '../next-period.ts'
import { products, recurringProfiles, subscriptions } from '../tables.ts'
import { paidAfter } from './carried-renewal.ts'
import { planRenewals } from './plan-renewal.ts'
import { formerOf } from './planned-change.ts'
import { mailCharged, mailFailed, mailStopped, mailToConfirm, type PaidRenewal } from './renewal-mail.ts'
import { termsAfter } from './renewal-price.ts'
import { findRenewalsOfPayments } from './store.ts'
import { anew } from './take-card.ts'

/** Retry schedule (backoff): delay after each failed attempt; after the last there is none. */
const retryDelays = ['PT15M', 'PT6H', 'PT6H', 'PT24H'] as const
/** Failures that no retry can help: the reader is asked at once. */
const isFinal = new Set<PaymentRow['failure']>(['expired_card', 'card_unusable', 'authentication_required'])
/** Failures of which the reader is told: the first one, and the one before the last attempt. */
const toldFailures = new Set([1, retryDelays.length])

type RenewalDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/** Runs when the charge for a subscription's next period is settled: opens it, retries or stops. */
export const renewalReaction = (deps: RenewalDeps): PaymentReaction => ({
  onPaid: (tx, payments) => renew(tx, deps, payments),
  onFailed: (tx, payment) => retryOrStop(tx, deps, payment),
  onRefunded: (tx, payment, refund) => applyRefund(tx, deps, payment, refund),
})

/** Opens the next period of each, and plans its renewal. */
async function renew(tx: Tx, deps: RenewalDeps, payments: readonly PaymentRow[]): Promise<void> {
  await takeCardsOfPages(tx, payments)
  const renewals = await lockRenewals(tx, deps, payments)
  const lasts = await findLastOfChains(
    tx,
    renewals.map(({ row }) => row.subscription.id),
  )
  const opened = await tx
    .insert(subscriptions)
    .values(
      renewals.map(({ row: { subscription, nextProduct }, payment, period }) => ({
        userId: subscription.userId,
        productCode: nextProduct.code,
        priceCents: payment.amountCents,
        ...period,
        paymentId: payment.id,
        renewalOf: lasts.get(subscription.id),
      })),
    )
    .returning({ id: subscriptions.id, paymentId: subscriptions.paymentId })
  await tx
    .update(recurringProfiles)
    .set({ state: 'charged', claimedUntil: null })
    .where(
      inArray(
        recurringProfiles.id,
        renewals.map(({ row }) => row.renewal.id),
      ),
    )
  const ids = new Map(opened.map(each => [each.paymentId, each.id]))
  await planRenewals(
    tx,
    renewals.flatMap(({ row, payment, period: { endsAt } }) => {
      const { renewal, nextProduct } = row
      const subscriptionId = ids.get(payment.id)
      if (subscriptionId === undefined) throw new Error('An insert returned no row')
      const { cardId } = renewal
      // A purchase made while the charge was under way is what renews next.
      const isChanged = renewal.nextProductCode !== nextProduct.code
      const renewed = isChanged ? renewal.nextProductCode : nextProduct.renewsInto
      // So is a change of product that was planned meanwhile.
      const change = renewal.plannedChange?.former === null ? renewal.plannedChange : undefined
      const nextProductCode = change?.productCode ?? renewed
      if (nextProductCode === null || cardId === null) return []
      // One that was stopped while its charge was under way: this period is paid, and none follows unless it is turned on.
      const { state, stoppedAt } = renewal
      const stop = state === 'user_stop' || state === 'admin_stop' ? { state, stoppedAt } : {}
      // A product that another one leads to has a price of its own.
      const terms = nextProductCode === nextProduct.code ? termsAfter(row) : undefined
      if (!change) return [{ subscriptionId, endsAt, cardId, nextProductCode, terms, ...stop }]
      const { priceCents } = change
      const plannedChange = { ...change, former: formerOf(renewed ?? nextProduct.code, termsAfter(row)) }
      const told = { priceCents, comingCents: null, comingFrom: null }
      return [{ subscriptionId, endsAt, cardId, nextProductCode, terms: told, plannedChange, ...stop }]
    }),
  )
  await mailCharged(tx, deps, renewals)
}

/** The card with which a reader has paid on the gateway's page pays from then on. */
async function takeCardsOfPages(tx: Tx, settled: readonly PaymentRow[]): Promise<void> {
  for (const { id, cardId, checkoutReference } of settled) {
    if (checkoutReference === null || cardId === null) continue
    await tx.update(recurringProfiles).set({ cardId }).where(eq(recurringProfiles.paymentId, id))
  }
}

/** The plan of each payment, locked, with the period that it has paid for. */
async function lockRenewals(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  payments: readonly PaymentRow[],
): Promise<PaidRenewal[]> {
  const rows = new Map(
    (
      await findRenewalsOfPayments(
        tx,
        payments.map(payment => payment.id),
      )
    ).map(row => [row.renewal.paymentId, row]),
  )
  const asked = new Map((await findProducts(tx, payments)).map(product => [product.code, product]))
  const readers = [...rows.values()].map(({ reader }) => reader.id)
  const now = clock.now()
  const held = Map.groupBy(await findHoldings(tx, readers, now), each => each.userId)
  return payments.map(payment => {
    const planned = rows.get(payment.id)
    const nextProduct = asked.get(payment.productCode)
    if (!planned || !nextProduct) throw new Error('A renewal was paid that nobody planned')
    const row = { ...planned, nextProduct }
    // A purchase made while the charge was under way covers these days already.
    const before = paidAfter(row, held.get(row.reader.id) ?? [], now) ?? row.subscription
    // Another product may have another length, and is another chain then.
    const period = renewedPeriod(before, now, nextProduct.length)
    return { row, payment, period }
  })
}

/** What each payment is for, by payment id. */
const findProducts = (tx: Tx, payments: readonly PaymentRow[]) =>
  tx
    .select()
    .from(products)
    .where(
      inArray(
        products.code,
        payments.map(payment => payment.productCode),
      ),
    )

async function retryOrStop(tx: Tx, deps: RenewalDeps, payment: PaymentRow): Promise<void> {
  const [row] = await findRenewalsOfPayments(tx, [payment.id])
  if (!row) throw new Error('A renewal failed that nobody planned')
  const { renewal } = row
  const now = deps.clock.now()
  if (renewal.state === 'system_stop') {
    // Its page has ended unpaid, and another card was given meanwhile.
    if (renewal.cardId !== payment.cardId) await setState(tx, renewal.id, { ...anew(now), paymentId: null })
    return
  }
  // Stopped, or put behind a period that is paid for: there is nothing to try again, and nothing to tell.
  const isPutOff = Temporal.Instant.compare(renewal.chargeAt, now) > 0
  if (renewal.state !== 'active' || payment.failure === 'stopped' || isPutOff) {
    return await setState(tx, renewal.id, { paymentId: null, claimedUntil: null })
  }
  const failedAttempts = renewal.failedAttempts + 1
  const delay = isFinal.has(payment.failure) ? undefined : retryDelays[failedAttempts - 1]
  if (delay === undefined) {
    await setState(tx, renewal.id, {
      state: 'system_stop',
      failedAttempts,
      lastFailure: declineOf(payment),
      stoppedAt: now,
      claimedUntil: null,
      remindedAt: null,
    })
    await (payment.failure === 'authentication_required' ? mailToConfirm : mailStopped)(
      tx,
      deps,
      row,
      payment,
    )
    return
  }
  await setState(tx, renewal.id, { state: 'charge_failed', failedAttempts, claimedUntil: null })
  const chargeAt = now.add(delay)
  const { id: _, paymentId: __, ...plan } = renewal
  await tx
    .insert(recurringProfiles)
    .values({ ...plan, claimedUntil: null, chargeAt, failedAttempts, lastFailure: declineOf(payment) })
  if (toldFailures.has(failedAttempts)) await mailFailed(tx, deps, row, payment, chargeAt)
}

/** Why the bank refused it; null when it was for another reason. */
const declineOf = ({ failure }: PaymentRow) => DeclineReason.safeParse(failure).data ?? null

const setState = async (
  tx: Tx,
  id: number,
  columns: Partial<typeof recurringProfiles.$inferInsert>,
): Promise<void> => {
  await tx.update(recurringProfiles).set(columns).where(eq(recurringProfiles.id, id))
}
