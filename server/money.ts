import { countGatewayCalls } from './count-gateway-calls.ts'
import type { PaymentGateway } from './gateways/payments/port.ts'
import { accessListener } from './modules/companies/index.ts'
import { documentListener } from './modules/invoices/index.ts'
import { orderReaction } from './modules/orders/index.ts'
import { cardChangeReaction } from './modules/payment-cards/index.ts'
import type { PaymentsDeps } from './modules/payments/index.ts'
import { readVatOf, renewalReaction, upgradeReaction } from './modules/subscriptions/index.ts'
import type { Deps } from './platform/deps.ts'

/** Ties payments to those who asked for them: what follows from a payment happens in the transaction that settles it. */
export const withPayments = (deps: Deps, gateway: PaymentGateway): PaymentsDeps => ({
  ...deps,
  gateway: countGatewayCalls(gateway),
  reactions: {
    order: orderReaction(deps),
    renewal: renewalReaction(deps),
    upgrade: upgradeReaction(deps),
    verification: cardChangeReaction(deps),
  },
  listeners: [documentListener({ ...deps, readVatOf }), accessListener(deps)],
})
