import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { forgetGone, noteFailure, noteSuccess } from '#server/platform/jobs/failed-items.ts'
import { type Charged, chargeRenewals } from './charge-renewals.ts'
import { type ClaimedRenewal, claimRenewals } from './claim-renewals.ts'
import { chargeTask, findStoppedCharges } from './store.ts'

type RunOptions = {
  /** Batch size: concurrent charges in each of two batches. */
  concurrency: number
  /** Aborted on shutdown: charges under way are finished, no new ones begin. */
  signal?: AbortSignal
}

/** Concurrent batches: while one waits for the gateway the other is written; each holds a database connection. */
const batches = 2

/** Circuit breaker: after so many unanswered charges in a row, the rest waits for the next run. */
const silenceToGiveUp = 5

/**
 * Charges all due renewals. Any number of workers may run it concurrently.
 *
 * @returns how many charges were settled
 */
export async function chargeDueRenewals(
  deps: PaymentsDeps,
  { concurrency, signal }: RunOptions,
): Promise<number> {
  const startedAt = deps.clock.now()
  let settled = 0
  let silence = 0
  const goesOn = () => !signal?.aborted && silence < silenceToGiveUp
  const work = async () => {
    while (goesOn()) {
      const claimed = await claimRenewals(deps, concurrency)
      if (claimed.length === 0) return
      const charged = await chargeBatch(deps, claimed)
      settled += charged.settled
      silence = charged.settled > 0 ? 0 : silence + charged.unknown
    }
  }
  // A run that fails is over, too, when nothing of it is under way: on shutdown the connections are closed after it.
  const runs = await Promise.allSettled(Array.from({ length: batches }, work))
  for (const run of runs) if (run.status === 'rejected') throw run.reason
  if (goesOn()) await forgetGone(deps, chargeTask, startedAt)
  return settled
}

/** Falls back to a transaction each: one that can't be written does not stop the others. */
async function chargeBatch(deps: PaymentsDeps, claimed: readonly ClaimedRenewal[]): Promise<Charged> {
  try {
    const charged = await chargeRenewals(deps, claimed)
    await noteSuccess(
      deps.db,
      chargeTask,
      claimed.map(each => each.renewalId),
    )
    return charged
  } catch (error) {
    deps.log.warn({ err: error }, 'renewals are charged one by one')
  }
  const sum: Charged = { settled: 0, unknown: 0 }
  for (const each of claimed) {
    try {
      // The gateway may have heard of it.
      const one = await chargeRenewals(deps, [{ ...each, isFresh: false }])
      sum.settled += one.settled
      sum.unknown += one.unknown
      await noteSuccess(deps.db, chargeTask, [each.renewalId])
    } catch (error) {
      await noteFailure(deps, { task: chargeTask, id: each.renewalId }, error)
    }
  }
  return sum
}

/**
 * Settles charges whose plan was stopped, put off or held while their result was not known. Nothing is charged here: what the
 * gateway never got is given up, and claimed anew where it is due.
 */
export const settleStoppedRenewals = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> =>
  eachAlone(deps, signal, {
    name: 'settle-stopped-renewals',
    find: page => findStoppedCharges(deps.db, deps.clock.now(), page),
    act: ({ id, paymentId }) =>
      chargeRenewals(deps, [{ renewalId: id, paymentId, isFresh: false }], () => false),
  })
