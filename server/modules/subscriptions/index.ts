/**
 * What readers may read and till when: owns products, subscriptions and the plan of their renewals. A
 * subscription's state is computed from its period and the clock, never stored. It never takes money: payments do.
 */
import type { FastifyInstance } from 'fastify'
import { listProducts as productsEndpoint } from '#contract/orders/products.ts'
import { listSubscriptions as endpoint } from '#contract/subscriptions/subscriptions.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { listProducts } from './list-products.ts'
import { listSubscriptions } from './list-subscriptions.ts'

export { currentAccess, type CurrentAccess } from './current-access.ts'
export { endOfPeriod, grantSubscription } from './grant-subscription.ts'
export { listSubscriptions } from './list-subscriptions.ts'
export { mayHaveInvoiceAddress } from './may-have-invoice-address.ts'
export { type Price, priceOf, vatOf } from './price.ts'
export { rolesOf } from './roles.ts'
export type { VatLine } from './vat.ts'

export function registerSubscriptions(app: FastifyInstance, deps: Deps): void {
  const list = listSubscriptions(deps)
  route(app, productsEndpoint, async ({ http }) => ({ items: await listProducts(deps, localeOf(http)) }))
  route(app, endpoint, async ({ actor, http }) => ({ items: await list(actor.userId, localeOf(http)) }))
}
