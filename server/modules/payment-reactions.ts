import { countGatewayCalls } from '../gateways/payments/count-calls.ts'
import type { PaymentGateway } from '../gateways/payments/port.ts'
import type { Deps } from '../platform/deps.ts'
import { accessListener, mailDocuments } from './companies/index.ts'
import { documentListener } from './invoices/index.ts'
import { countSettled } from './journeys/index.ts'
import { orderReaction } from './orders/index.ts'
import { cardChangeReaction } from './payment-cards/index.ts'
import type { PaymentsDeps } from './payments/index.ts'
import { disputeReaction, readVatOf, renewalReaction, upgradeReaction } from './subscriptions/index.ts'

/** Wires payments to the modules that request them: reactions run in the transaction that settles the payment. */
export const withPayments = (deps: Deps, gateway: PaymentGateway): PaymentsDeps => ({
  ...deps,
  gateway: countGatewayCalls(gateway),
  reactions: countSettled({
    order: orderReaction(deps),
    renewal: renewalReaction(deps),
    upgrade: upgradeReaction(deps),
    verification: cardChangeReaction(deps),
  }),
  disputeReaction: disputeReaction(deps),
  listeners: [documentListener({ ...deps, readVatOf, onIssued: mailDocuments(deps) }), accessListener(deps)],
})
