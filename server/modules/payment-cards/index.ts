/**
 * Changes of payment cards: owns the process from a reader's request to the renewal's new card. It never sees
 * a card: the gateway's page does. The former card stays in use until the new one is verified.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/payment-cards/payment-cards.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { route } from '#server/platform/http/route.ts'
import { readCardChange } from './read-card-change.ts'
import { startCardChange } from './start-card-change.ts'

export { abandonCardChanges } from './abandon-card-changes.ts'
export { cardChangeReaction } from './settle-card-change.ts'

export function registerPaymentCards(app: FastifyInstance, deps: PaymentsDeps): void {
  route(app, endpoints.startCardChange, ({ actor, body }) =>
    startCardChange(deps, actor, { subscriptionId: body.subscription_id, returnUrl: body.return_url }),
  )
  route(app, endpoints.readCardChange, ({ actor, params }) => readCardChange(deps, actor, params.id))
}
