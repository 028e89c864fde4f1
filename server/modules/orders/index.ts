/**
 * Orders: owns what a reader wants to buy, from the price that was shown to the subscription that the payment opened.
 * It never takes money and never opens a subscription itself: payments and subscriptions do, in one transaction.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readOrderTerms as termsEndpoint } from '#contract/orders/order-terms.ts'
import * as endpoints from '#contract/orders/orders.ts'
import { readOrderTerms } from '#server/modules/order-terms/index.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { createOrder } from './create-order.ts'
import { readOrder } from './read-order.ts'

export { createOrder } from './create-order.ts'
export { expireOrders } from './expire-orders.ts'
export {
  type AwaitedPayment,
  bareSymbol,
  judgeTransfers,
  type Transfer,
  type TransferJudgement,
} from './judge-transfers.ts'
export { type AwaitedTransfer, listAwaitedTransfers } from './list-awaited-transfers.ts'
export { mailWrongSums } from './mail-wrong-sums.ts'
export { confirmTransfer, receiveByHand } from './receive-by-hand.ts'
export { receiveTransfer, receiveTransfers } from './receive-transfers.ts'
export { remindOfTransfers } from './remind-of-transfers.ts'
export { orderReaction } from './settle-order.ts'

export function registerOrders(app: FastifyInstance, deps: PaymentsDeps): void {
  route(app, termsEndpoint, async ({ http }) => readOrderTerms(deps.settings, localeOf(http)))
  route(app, endpoints.createOrder, ({ actor, body, http }) =>
    createOrder(deps, actor, { ...body, idempotencyKey: idempotencyKeyOf(http), locale: localeOf(http) }),
  )
  route(app, endpoints.readOrder, ({ actor, params, http }) =>
    readOrder(deps, actor, { id: params.id, locale: localeOf(http) }),
  )
}

const longestKey = 255

function idempotencyKeyOf(http: FastifyRequest): string | undefined {
  const key = http.headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > longestKey) throw new AppError('invalid_input')
  return key
}
