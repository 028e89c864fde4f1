/**
 * What readers may read and till when: owns products, subscriptions and the plan of their renewals. A
 * subscription's state is computed from its period and the clock, never stored. It never takes money: payments do.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listProducts as productsEndpoint } from '#contract/orders/products.ts'
import { readPurchasePlan as planEndpoint } from '#contract/orders/purchase-plan.ts'
import * as changes from '#contract/recurrence/change-subscription.ts'
import * as confirmation from '#contract/recurrence/confirm-payment.ts'
import * as pause from '#contract/recurrence/pause-recurrence.ts'
import type { ChangePayment } from '#contract/recurrence/recurrence.ts'
import * as recurrence from '#contract/recurrence/recurrence.ts'
import type { Concern } from '#contract/subscriptions/concerns.ts'
import { listSubscriptions as endpoint, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { type Actor, route } from '#server/platform/http/route.ts'
import { awaitedTransfer } from './awaited-transfer.ts'
import { listProducts } from './list-products.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { readPurchasePlan } from './plan-for.ts'
import { acceptOffer } from './recurrence/accept-offer.ts'
import { changeSubscription, listChanges, undoChange } from './recurrence/change-subscription.ts'
import { confirmPayment, readPaymentConfirmation } from './recurrence/confirm-payment.ts'
import { listOffers } from './recurrence/list-offers.ts'
import { listPauses, pauseRecurrence, resumeRecurrence } from './recurrence/pause-recurrence.ts'
import { knownChangePayment, readChangePayment } from './recurrence/read-change-payment.ts'
import { describeSurvey } from './recurrence/surveys.ts'
import { switchRecurrence } from './recurrence/switch-recurrence.ts'

export { endBought, takeBackUpgrade } from './apply-refund.ts'
export { confirmContract } from './confirm-contract.ts'
export { type CurrentAccess, currentAccess, listedDeviceLimit } from './current-access.ts'
export { extendSubscription } from './extend-subscription.ts'
export { giveDays } from './give-days.ts'
export {
  endOfPeriod,
  endSubscription,
  extendSubscriptions,
  grantSubscription,
  shortenSubscriptions,
} from './grant-subscription.ts'
export { journeysOf } from './journeys.ts'
export { describeVat } from './list-products.ts'
export { listSubscriptions } from './list-subscriptions.ts'
export { mayHaveInvoiceAddress } from './may-have-invoice-address.ts'
export { type OpenedSubscription, openSubscription } from './open-subscription.ts'
export { findPresent, plansFor } from './plan-for.ts'
export { applyPlannedPrices, planPrice } from './plan-price.ts'
export { cancelVatRate, planVatRate, readVatRates } from './plan-vat-rate.ts'
export { grossPrice, type Price, readVatOf } from './price.ts'
export { orderWaits } from './purchase-plan.ts'
export { closeConfirmation } from './recurrence/confirm-payment.ts'
export { pauseRecurrence, resumeRecurrence } from './recurrence/pause-recurrence.ts'
export { sayAnswers } from './recurrence/surveys.ts'
export { switchRecurrence } from './recurrence/switch-recurrence.ts'
export { chargeDueRenewals, settleStoppedRenewals } from './renewal/charge-due-renewals.ts'
export { notifyPriceChanges } from './renewal/notify-price-changes.ts'
export { chargeTime } from './renewal/plan-renewal.ts'
export {
  remindOfConfirmations,
  remindOfPauses,
  remindOfPayments,
  warnOfCards,
} from './renewal/remind-readers.ts'
export { holdRenewals, readHold, releaseRenewals } from './renewal/renewal-hold.ts'
export { describeCard } from './renewal/renewal-mail.ts'
export { renewalReaction } from './renewal/settle-renewal.ts'
export { lockRunningRenewals } from './renewal/store.ts'
export { requireChangeableCard, takeCard } from './renewal/take-card.ts'
export { requireShopPlans } from './require-shop-plans.ts'
export { requireUncredited } from './require-uncredited.ts'
export { restoreRenewals } from './restore-renewals.ts'
export { rolesOf } from './roles.ts'
export { disputeReaction } from './settle-dispute.ts'
export { upgradeReaction } from './settle-upgrade.ts'
export { stopRenewals } from './stop-renewals.ts'
export { isReadBy, shortenedCents } from './store.ts'
export { subscriptionState } from './subscription-state.ts'
export { takeBackGrant } from './take-back-grant.ts'
export { isEndedByRefund } from './upgrade-store.ts'
export type { VatLine, VatRate } from './vat.ts'
export {
  concludedAt,
  endOfWithdrawal,
  isHoliday,
  lastDayOfWithdrawal,
  withdrawUntil,
} from './withdrawal-time.ts'
export { daysBetween, leftCents } from './worth.ts'

/**
 * What else concerns a reader's account, from the modules that know; passed in when the server is put together. `items`
 * are the reader's subscriptions, which are looked up meanwhile.
 */
export type ConcernsOf = (
  userId: number,
  request: FastifyRequest,
  items: Promise<Subscription[]>,
) => Promise<Concern[]>

type Changing = { actor: Actor; params: { id: number }; http: FastifyRequest; reply: FastifyReply }

export function registerSubscriptions(
  app: FastifyInstance,
  deps: PaymentsDeps & { concernsOf: ConcernsOf },
): void {
  const list = listSubscriptions(deps)
  const awaitedTransferOf = awaitedTransfer(deps)
  const findOne = async (userId: number, id: number, locale: Locale) => {
    const found = (await list(userId, locale)).find(each => each.id === id)
    if (!found) throw new AppError('subscription_not_found')
    return found
  }
  /** The subscription that a change has led to; 202 where its payment is not confirmed in time. */
  const changedOf = (
    { actor, params, http, reply }: Changing,
    id: number | undefined,
  ): Promise<Subscription | ChangePayment> => {
    const locale = localeOf(http)
    if (id !== undefined) return findOne(actor.userId, id, locale)
    reply.status(202)
    return knownChangePayment(deps, actor, { subscriptionId: params.id, locale })
  }

  route(app, productsEndpoint, async ({ http }) => ({ items: await listProducts(deps, localeOf(http)) }))
  route(app, planEndpoint, ({ actor, params, http }) =>
    readPurchasePlan(deps, actor, { code: params.product, locale: localeOf(http) }),
  )
  route(app, endpoint, async ({ actor, http }) => {
    const locale = localeOf(http)
    const listed = list(actor.userId, locale)
    const [items, awaited, concerns] = await Promise.all([
      listed,
      awaitedTransferOf(actor.userId, locale),
      deps.concernsOf(actor.userId, http, listed),
    ])
    return { items, awaited_transfer: awaited, concerns }
  })

  route(app, recurrence.switchRecurrence, async ({ actor, params, body, http }) => {
    await switchRecurrence(deps, actor, params.id, body)
    return findOne(actor.userId, params.id, localeOf(http))
  })
  route(app, pause.listPauses, ({ actor, params }) => listPauses(deps, actor, params.id))
  route(app, pause.pauseRecurrence, async ({ actor, params, body, http }) => {
    await pauseRecurrence(deps, actor, params.id, {
      months: body.months,
      from: Temporal.Instant.from(body.from),
    })
    return findOne(actor.userId, params.id, localeOf(http))
  })
  route(app, pause.resumeRecurrence, async ({ actor, params, http }) => {
    await resumeRecurrence(deps, actor, params.id)
    return findOne(actor.userId, params.id, localeOf(http))
  })
  route(app, confirmation.confirmPayment, ({ actor, params }) => confirmPayment(deps, actor, params.id))
  route(app, confirmation.readPaymentConfirmation, ({ actor, params }) =>
    readPaymentConfirmation(deps, actor, params.id),
  )
  route(app, recurrence.readSurvey, async ({ params, http }) => {
    const survey = describeSurvey(deps.settings, params.surveyId, localeOf(http))
    if (!survey) throw new AppError('not_found')
    return survey
  })
  route(app, changes.listChanges, ({ actor, params, http }) =>
    listChanges(deps, actor, { subscriptionId: params.id, locale: localeOf(http) }),
  )
  route(app, changes.changeSubscription, async ({ actor, params, body, http, reply }) => {
    const wanted = { subscriptionId: params.id, code: params.code, agreed: body.agreed }
    const id = await changeSubscription(deps, actor, wanted)
    return changedOf({ actor, params, http, reply }, id)
  })
  route(app, changes.undoChange, async ({ actor, params, http }) => {
    await undoChange(deps, actor, params.id)
    return findOne(actor.userId, params.id, localeOf(http))
  })
  route(app, recurrence.listOffers, async ({ actor, params, http }) => ({
    items: await listOffers(deps, actor, { subscriptionId: params.id, locale: localeOf(http) }),
  }))
  route(app, recurrence.acceptOffer, async ({ actor, params, body, http, reply }) => {
    const accepted = { subscriptionId: params.id, code: params.code, agreed: body.agreed }
    const openedId = await acceptOffer(deps, actor, accepted)
    return changedOf({ actor, params, http, reply }, openedId)
  })
  route(app, recurrence.readChangePayment, ({ actor, params, http }) =>
    readChangePayment(deps, actor, { subscriptionId: params.id, locale: localeOf(http) }),
  )
}
