/**
 * Payments: owns them and the gateway's card tokens. It alone calls the payment gateway and settles payments, each once.
 * It never holds a card number and never decides what a payment unlocks: that is in the reactions of the modules that
 * requested it.
 */
import type { FastifyInstance } from 'fastify'
import { listPayments as endpoint } from '#contract/payments/payments.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { consumeNews } from './hear-gateway.ts'
import { listPayments } from './list-payments.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { consumeRefreshes, receiveWebhooks } from './receive-webhook.ts'
import { consumeRefunds } from './refunds/send-refunds.ts'

export { chargeCard } from './charge-card.ts'
export { closeCheckout } from './close-checkout.ts'
export { createPayment } from './create-payment.ts'
export { createRenewalPayments } from './create-renewal-payments.ts'
export { listDisputes } from './disputes/store.ts'
export { forgetCards } from './forget-cards.ts'
export { openCheckout } from './open-checkout.ts'
export { isOpen } from './payment-state.ts'
export type {
  DisputeReaction,
  PaymentListener,
  PaymentPurpose,
  PaymentReaction,
  PaymentRow,
  PaymentsDeps,
  RefundRow,
} from './payments-deps.ts'
export { queueRefresh } from './queues.ts'
export { refreshForReader } from './refresh-for-reader.ts'
export { ofResult, refreshPayment } from './refresh-payment.ts'
export { describeRefund } from './refunds/describe-refund.ts'
export {
  arriveRefunds,
  type Debit,
  exportRefunds,
  type MarkedState,
  markRefund,
  redirectRefund,
} from './refunds/pay-out.ts'
export { orderVersions } from './refunds/payment-order.ts'
export { queueGivingBack, queueRefunds } from './refunds/queue-refunds.ts'
export { isWithdrawal, requestRefund, withdrawalKey } from './refunds/request-refund.ts'
export { type ListedRefund, listRefunds } from './refunds/store.ts'
export { type Settlement, settlePaid, settlePayment } from './settle-payment.ts'
export { lockReadersOf } from './store.ts'
export { sendLostRefunds, sweepPayments } from './sweep-payments.ts'

/** Registers the routes of payments and the gateway's webhook. */
export async function registerPayments(app: FastifyInstance, deps: PaymentsDeps): Promise<void> {
  route(app, endpoint, ({ actor, query, http }) =>
    listPayments(deps, actor, { ...query, locale: localeOf(http) }),
  )
  await receiveWebhooks(app, deps)
}

/** Declares the queues of payments, and consumes them in a worker process. */
export async function consumePaymentJobs(deps: PaymentsDeps): Promise<void> {
  await consumeRefreshes(deps)
  await consumeNews(deps)
  await consumeRefunds(deps)
}
