/**
 * Money asked for and received: owns payments and the gateways' tokens of cards. It never holds a card's number
 * and never decides what a payment unlocks: subscriptions do.
 */
import type { FastifyInstance } from 'fastify'
import { listPayments as endpoint } from '#contract/payments/payments.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { listPayments } from './list-payments.ts'

export function registerPayments(app: FastifyInstance, deps: Deps): void {
  route(app, endpoint, ({ actor, query, http }) =>
    listPayments(deps, actor, { ...query, locale: localeOf(http) }),
  )
}
