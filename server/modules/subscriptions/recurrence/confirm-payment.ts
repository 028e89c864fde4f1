import { and, eq, sql } from 'drizzle-orm'
import type { PaymentConfirmation } from '#contract/recurrence/confirm-payment.ts'
import { routes } from '#contract/routes.ts'
import { GatewayUnavailable } from '#server/gateways/payments/port.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import {
  closeCheckout,
  createPayment,
  isOpen,
  ofResult,
  openCheckout,
  type PaymentRow,
  type PaymentsDeps,
  refreshForReader,
  settlePayment,
} from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { readInstallationId } from '#server/platform/installation/installation.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { withTimeout } from '#server/platform/timeout.ts'
import { findHoldings } from '../holdings.ts'
import { awaitsConfirmation } from '../renewal/awaits-confirmation.ts'
import { paidAfter } from '../renewal/carried-renewal.ts'
import { chargeKey, paidBy } from '../renewal/charge-key.ts'
import { priceOfRenewal } from '../renewal/renewal-price.ts'
import {
  findLastPlan,
  findLiveRenewal,
  findOpenPage,
  type LastPlan,
  type RenewalRow,
} from '../renewal/store.ts'
import { findOwnSubscription } from '../store.ts'
import { recurringProfiles } from '../tables.ts'

/**
 * Opens the gateway's page on which a reader pays the renewal that the bank wants confirmed (R11.12): at the price that was
 * told, as the next attempt at the same period, so that no run of charges takes it again (R11.11); not once that period is
 * paid for otherwise (R11.01). The card is kept. Idempotent while a page is open.
 *
 * @returns where the reader goes: the gateway's page, or back when the gateway has taken this period already
 * @throws AppError `subscription_not_found`, `payment_not_to_confirm`, `payment_gateway_unavailable`,
 *   `user_anonymization_pending`, `too_many_requests`
 */
export async function confirmPayment(
  deps: PaymentsDeps,
  actor: Actor,
  subscriptionId: number,
): Promise<{ redirect_url: string }> {
  const begun = await deps.limiter.attempt([[limits.cardChanges, actor.userId]], () =>
    begin(deps, actor, subscriptionId),
  )
  const hasEnded = await hasPageEnded(deps, begun.payment)
  const { row, payment } = hasEnded ? await begin(deps, actor, subscriptionId) : begun
  const { reader, nextProduct } = row
  const paysFor = paidBy(payment.gatewayKey ?? '')
  const leadingBack = (result: 'done' | 'left') =>
    `${deps.settings.origins.account}${routes.confirm_payment.path}?predplatne=${subscriptionId}&payment=${result}`
  const open = async () => {
    // E.g. for an installation of which this is a restored backup.
    const taken = (await deps.gateway.findTakenFor([paysFor])).get(paysFor)
    const settlement = taken && ofResult(payment, taken)
    if (settlement) {
      await deps.db.transaction(tx => settlePayment(tx, deps, payment.id, settlement))
      return leadingBack('done')
    }
    return openCheckout(deps, payment, {
      description: localized(nextProduct, 'name', reader.locale),
      locale: reader.locale,
      email: reader.email,
      keepsCard: true,
      paysFor,
      successUrl: leadingBack('done'),
      cancelUrl: leadingBack('left'),
    })
  }
  const url = await withTimeout(deps, 'page of a confirmation', open()).catch((error: unknown) => {
    if (!(error instanceof GatewayUnavailable)) throw error
  })
  if (url === undefined) throw new AppError('payment_gateway_unavailable', { retryAfterS: 10 })
  return { redirect_url: url }
}

/** Writes the payment before its page is opened. Concurrent calls: the first inserts, the rest read its row. */
const begin = (
  deps: PaymentsDeps,
  { userId }: Actor,
  subscriptionId: number,
): Promise<{ row: RenewalRow; payment: PaymentRow }> =>
  deps.db.transaction(async tx => {
    const reader = await lockReader(tx, userId)
    const row = await findLiveRenewal(tx, subscriptionId, userId)
    const now = deps.clock.now()
    if (!row || !awaitsConfirmation(row, now) || (await isPaidOtherwise(tx, row, now))) {
      const own = row ?? (await findOwnSubscription(tx, userId, subscriptionId))
      throw new AppError(own ? 'payment_not_to_confirm' : 'subscription_not_found')
    }
    const open = await findOpenPage(tx, row.renewal)
    if (open) return { row, payment: open }
    if (reader?.anonymizationRequestedAt) throw new AppError('user_anonymization_pending')
    const payment = await createPayment(tx, {
      userId,
      productCode: row.nextProduct.code,
      purpose: 'renewal',
      method: 'card',
      amountCents: priceOfRenewal(row),
      at: now,
      gatewayKey: chargeKey(await readInstallationId(tx), row),
      cardId: row.renewal.cardId,
    })
    const planned = await tx
      .update(recurringProfiles)
      .set({ paymentId: payment.id, attempts: sql`${recurringProfiles.attempts} + 1` })
      .where(and(eq(recurringProfiles.id, row.renewal.id), eq(recurringProfiles.state, 'system_stop')))
      .returning({ id: recurringProfiles.id })
    if (planned.length === 0) throw new AppError('payment_not_to_confirm')
    return { row, payment }
  })

/** Whether something bought or given since covers what the renewal would pay for. */
const isPaidOtherwise = async (
  db: Db | Tx,
  row: Pick<RenewalRow, 'renewal' | 'subscription' | 'nextProduct'>,
  now: Temporal.Instant,
): Promise<boolean> =>
  paidAfter(row, await findHoldings(db, [row.subscription.userId], now), now) !== undefined

/** Asks the gateway about a page opened before: its reader may have left it, and the webhook be still on its way. */
async function hasPageEnded(deps: PaymentsDeps, { id, checkoutReference }: PaymentRow): Promise<boolean> {
  if (checkoutReference === null) return false
  await refreshForReader(deps, id, { quietMs: 0 })
  return (await findOpenPage(deps.db, { paymentId: id })) === undefined
}

/**
 * How far the confirmation of a renewal's payment has come. A reader may come back before the webhook: then the gateway is
 * asked.
 *
 * @throws AppError `subscription_not_found`
 */
export async function readPaymentConfirmation(
  deps: PaymentsDeps,
  { userId }: Actor,
  subscriptionId: number,
): Promise<PaymentConfirmation> {
  const find = async () => {
    const row = await findLastPlan(deps.db, subscriptionId, userId)
    if (!row) throw new AppError('subscription_not_found')
    return row
  }
  let row = await find()
  if (row.payment && isOpen(row.payment) && row.payment.checkoutReference !== null) {
    await refreshForReader(deps, row.payment.id)
    row = await find()
  }
  const state = await stateOf(deps, row)
  const { payment } = row
  const price = state !== 'none' && payment ? { amount: payment.amountCents, currency: 'EUR' as const } : null
  return { state, price }
}

async function stateOf(
  { db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>,
  { renewal, subscription, nextProduct, payment }: LastPlan,
): Promise<PaymentConfirmation['state']> {
  if (renewal?.state === 'charged') return 'paid'
  const now = clock.now()
  if (!renewal || !nextProduct || !awaitsConfirmation({ renewal, subscription }, now)) return 'none'
  if (payment && isOpen(payment)) return 'waiting'
  return (await isPaidOtherwise(db, { renewal, subscription, nextProduct }, now)) ? 'none' : 'needed'
}

/**
 * Closes the page on which a reader would confirm a payment, before another card is given: the new one is charged at once.
 *
 * @throws GatewayUnavailable
 */
export async function closeConfirmation(
  deps: PaymentsDeps,
  { userId }: Actor,
  subscriptionId: number,
): Promise<void> {
  const page = await deps.db.transaction(async tx => {
    const row = await findLiveRenewal(tx, subscriptionId, userId)
    return row?.renewal.state === 'system_stop' ? findOpenPage(tx, row.renewal) : undefined
  })
  // One that is being opened at this moment is left: then the card is charged once that page has ended.
  if (page?.checkoutReference) await withTimeout(deps, 'closing a page', closeCheckout(deps, page))
}
