/**
 * Withdrawals from contracts within 14 days: owns that one was received, and judges by pure rules whether it may be and
 * what comes back. It never moves money and never ends an access itself: refunds do, in the same transaction.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/withdrawals/withdrawals.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { listWithdrawals } from './list-withdrawals.ts'
import { withdraw } from './withdraw.ts'
import { withdrawByNumber } from './withdraw-by-number.ts'

export { consumeWithdrawals } from './withdraw-by-number.ts'

export function registerWithdrawals(app: FastifyInstance, deps: PaymentsDeps): void {
  route(app, endpoints.listWithdrawals, ({ actor, http }) => listWithdrawals(deps, actor, localeOf(http)))
  route(app, endpoints.withdraw, ({ actor, body, http }) =>
    withdraw(deps, actor, { paymentId: body.payment_id, locale: localeOf(http) }),
  )
  route(app, endpoints.withdrawByNumber, ({ body, http }) =>
    withdrawByNumber(deps, { ...callerOf(http), number: body.order_number, email: body.email }),
  )
}
