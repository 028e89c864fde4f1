import { matchEntries } from '../modules/bank-transfers/index.ts'
import { eraseUnsendableGifts, remindGivers, sendDueGifts } from '../modules/coupons/index.ts'
import { expireOrders, remindOfTransfers } from '../modules/orders/index.ts'
import { abandonCardChanges } from '../modules/payment-cards/index.ts'
import { forgetCards, type PaymentsDeps, sendLostRefunds, sweepPayments } from '../modules/payments/index.ts'
import { eraseDueReaders, removeOutdated } from '../modules/privacy/index.ts'
import {
  applyPlannedPrices,
  chargeDueRenewals,
  notifyPriceChanges,
  remindOfConfirmations,
  remindOfPauses,
  remindOfPayments,
  settleStoppedRenewals,
  warnOfCards,
} from '../modules/subscriptions/index.ts'
import { repeat } from '../platform/jobs/repeat.ts'

type Task = (deps: PaymentsDeps, signal: AbortSignal) => Promise<unknown>

/** Scheduled tasks, with their intervals in seconds; the names are those under which failures are shown. */
export const repeatedTasks: readonly (readonly [name: string, everyS: number, task: Task])[] = [
  ['sweep-payments', 5, sweepPayments],
  ['send-refunds', 5, sendLostRefunds],
  ['forget-cards', 5, forgetCards],
  ['settle-stopped-renewals', 5, settleStoppedRenewals],
  // Resumes a statement whose process crashed.
  ['match-entries', 5, matchEntries],
  ['apply-prices', 10, applyPlannedPrices],
  ['expire-orders', 10, expireOrders],
  ['remind-of-transfers', 60, remindOfTransfers],
  ['abandon-card-changes', 10, abandonCardChanges],
  // Of what comes in days or weeks; each looks through many plans, which a process need not do more often.
  ['remind-of-payments', 60, remindOfPayments],
  ['remind-of-pauses', 60, remindOfPauses],
  ['remind-of-confirmations', 600, remindOfConfirmations],
  ['warn-of-cards', 60, warnOfCards],
  ['tell-price-changes', 60, notifyPriceChanges],
  ['send-gifts', 10, sendDueGifts],
  ['remind-givers', 60, remindGivers],
  ['erase-unsendable-gifts', 10, eraseUnsendableGifts],
  ['erase-readers', 10, eraseDueReaders],
  // Runs once a night; each call checks whether it is done.
  ['remove-outdated', 600, removeOutdated],
]

/**
 * Scheduler: charges renewals, settles unknown results, expires abandoned orders, notifies and erases readers. Each task
 * runs on its own, so that one that fails or hangs blocks no other. Safe to run in several processes.
 *
 * @param options.concurrency concurrent charges
 * @returns a function that stops it, and waits for running tasks
 */
export function startRepeatedTasks(deps: PaymentsDeps, { concurrency }: { concurrency: number }) {
  const { log } = deps
  const stops = [
    repeat(signal => chargeDueRenewals(deps, { concurrency, signal }), {
      everyMs: 2000,
      name: 'charge-renewals',
      log,
    }),
    ...repeatedTasks.map(([name, everyS, task]) =>
      repeat(signal => task(deps, signal), { everyMs: everyS * 1000, name, log }),
    ),
  ]
  return async () => {
    await Promise.all(stops.map(stop => stop()))
  }
}
