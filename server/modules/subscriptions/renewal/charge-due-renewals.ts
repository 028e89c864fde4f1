import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { chargeRenewal } from './charge-renewal.ts'
import { type ClaimedRenewal, claimRenewals } from './claim-renewals.ts'
import { findStoppedCharges } from './store.ts'

type RunOptions = {
  /** Charges under way at once; each holds a connection to the database while the gateway answers. */
  concurrency: number
  /** Told when the process is about to end: what is under way is finished, nothing new is begun. */
  signal?: AbortSignal
}

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
  const waiting: ClaimedRenewal[] = []
  let settled = 0
  let silence = 0
  let claiming: Promise<void> | undefined
  let isDrained = false
  const goesOn = () => !signal?.aborted && silence < silenceToGiveUp

  const claimMore = async () => {
    const claimed = await claimRenewals(deps, concurrency * 4)
    waiting.push(...claimed)
    isDrained = claimed.length === 0
  }
  const next = async (): Promise<ClaimedRenewal | undefined> => {
    while (goesOn()) {
      const claimed = waiting.shift()
      if (claimed) return claimed
      if (isDrained) return undefined
      claiming ??= claimMore().finally(() => {
        claiming = undefined
      })
      await claiming
    }
    return undefined
  }
  const work = async () => {
    for (let claimed = await next(); claimed; claimed = await next()) {
      const result = await chargeRenewal(deps, claimed).catch((error: unknown) => {
        deps.log.error({ err: error, renewalId: claimed.renewalId }, 'renewal could not be charged')
        return 'failed' as const
      })
      if (result === 'settled') {
        settled++
        // The period that was paid for may itself be over: the next one may be due already.
        isDrained = false
      }
      silence = result === 'unknown' ? silence + 1 : 0
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return settled
}

/** Settles charges whose plan was stopped while their result was not known. Nothing is charged here. */
export async function settleStoppedRenewals(deps: PaymentsDeps): Promise<void> {
  for (const claimed of await findStoppedCharges(deps.db, deps.clock.now())) {
    await chargeRenewal(deps, { ...claimed, isFresh: false })
  }
}
