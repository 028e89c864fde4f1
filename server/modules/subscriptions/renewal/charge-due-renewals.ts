import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { forgetGone, noteFailure, noteSuccess } from '#server/platform/jobs/failed-items.ts'
import { type Charged, chargeRenewals } from './charge-renewals.ts'
import { type ClaimedRenewal, claimRenewals } from './claim-renewals.ts'
import { chargeTask, findStoppedCharges } from './store.ts'

type RunOptions = {
  /** Charges under way at once in each of two batches. */
  concurrency: number
  /** Told when the process is about to end: what is under way is finished, nothing new is begun. */
  signal?: AbortSignal
}

/** While one batch waits for the gateway the other one is written; each holds a connection to the database. */
const batches = 2

/** When the gateway does not answer this many in a row, the rest waits for the next run. */
const silenceToGiveUp = 5

/**
 * Charges everything that is due, by however many workers at once.
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
  await Promise.all(Array.from({ length: batches }, work))
  if (goesOn()) await forgetGone(deps, chargeTask, startedAt)
  return settled
}

/** When one of them can't be written, the others are charged all the same, each alone. */
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

/** Settles charges whose plan was stopped, or put off, while their result was not known. Nothing is charged here. */
export const settleStoppedRenewals = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> =>
  eachAlone(
    deps,
    {
      name: 'settle-stopped-renewals',
      find: page => findStoppedCharges(deps.db, deps.clock.now(), page),
      act: ({ id, paymentId }) => chargeRenewals(deps, [{ renewalId: id, paymentId, isFresh: false }]),
    },
    signal,
  )
