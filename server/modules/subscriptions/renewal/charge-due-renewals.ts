import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { type Charged, chargeRenewals } from './charge-renewals.ts'
import { type ClaimedRenewal, claimRenewals } from './claim-renewals.ts'
import { findStoppedCharges } from './store.ts'

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
  let settled = 0
  let silence = 0
  const goesOn = () => !signal?.aborted && silence < silenceToGiveUp
  const work = async () => {
    while (goesOn()) {
      // The period that was paid for may itself be over: its next one is due already, and is claimed here as well.
      const claimed = await claimRenewals(deps, concurrency)
      if (claimed.length === 0) return
      const charged = await chargeBatch(deps, claimed)
      settled += charged.settled
      silence = charged.settled > 0 ? 0 : silence + charged.unknown
    }
  }
  await Promise.all(Array.from({ length: batches }, work))
  return settled
}

/** When one of them can't be written, the others are charged all the same, each alone. */
async function chargeBatch(deps: PaymentsDeps, claimed: readonly ClaimedRenewal[]): Promise<Charged> {
  try {
    return await chargeRenewals(deps, claimed)
  } catch (error) {
    const renewalIds = claimed.map(each => each.renewalId)
    deps.log.error({ err: error, renewalIds }, 'renewals could not be charged')
    const sum: Charged = { settled: 0, unknown: 0 }
    if (claimed.length === 1) return sum
    for (const each of claimed) {
      // The gateway may have heard of it.
      const one = await chargeBatch(deps, [{ ...each, isFresh: false }])
      sum.settled += one.settled
      sum.unknown += one.unknown
    }
    return sum
  }
}

/** Settles charges whose plan was stopped while their result was not known. Nothing is charged here. */
export async function settleStoppedRenewals(deps: PaymentsDeps): Promise<void> {
  const stopped = await findStoppedCharges(deps.db, deps.clock.now())
  if (stopped.length === 0) return
  await chargeBatch(
    deps,
    stopped.map(each => ({ ...each, isFresh: false })),
  )
}
