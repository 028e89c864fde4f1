import { countGatewayCalls } from './count-gateway-calls.ts'
import type { PaymentGateway } from './gateways/payments/port.ts'
import { sendDueGifts } from './modules/activation-codes/index.ts'
import { matchEntries } from './modules/bank-transfers/index.ts'
import { accessListener } from './modules/companies/index.ts'
import { documentListener } from './modules/invoices/index.ts'
import { expireOrders, orderReaction } from './modules/orders/index.ts'
import { abandonCardChanges, cardChangeReaction } from './modules/payment-cards/index.ts'
import { forgetCards, type PaymentsDeps, sweepPayments } from './modules/payments/index.ts'
import {
  applyPlannedPrices,
  chargeDueRenewals,
  readVatOf,
  remindReaders,
  renewalReaction,
  settleStoppedRenewals,
  upgradeReaction,
} from './modules/subscriptions/index.ts'
import type { Deps } from './platform/deps.ts'
import { repeat } from './platform/repeat.ts'

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

/**
 * Does what is due by the clock: charges renewals, settles what is not known, gives up what was left alone, tells
 * readers. Several processes may do it at once.
 *
 * @param options.concurrency charges under way at once
 * @returns a function that stops it, and waits for what is under way
 */
export function startMoneyWork(deps: PaymentsDeps, { concurrency }: { concurrency: number }) {
  const { log } = deps
  const stops = [
    repeat(signal => chargeDueRenewals(deps, { concurrency, signal }), {
      everyMs: 2000,
      name: 'charge renewals',
      log,
    }),
    repeat(
      async signal => {
        await sweepPayments(deps)
        await forgetCards(deps)
        await settleStoppedRenewals(deps)
        // What is left of a statement whose taker ended before it did.
        await matchEntries(deps, signal)
      },
      { everyMs: 5000, name: 'settle payments', log },
    ),
    repeat(
      async () => {
        await applyPlannedPrices(deps)
        await expireOrders(deps)
        await abandonCardChanges(deps)
        await remindReaders(deps)
        await sendDueGifts(deps)
      },
      { everyMs: 10_000, name: 'look after prices, orders, cards, reminders and gifts', log },
    ),
  ]
  return async () => {
    await Promise.all(stops.map(stop => stop()))
  }
}
