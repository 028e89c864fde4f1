import type { DisputeReaction } from '#server/modules/payments/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { restoreRenewals } from './restore-renewals.ts'
import { stopRenewals } from './stop-renewals.ts'

/**
 * While a payment is disputed nothing renews for its reader: each further charge would be a second dispute. Once the last
 * that is open is won or lost, what those that were won have stopped goes on. The reader reads on meanwhile.
 */
export const disputeReaction = (deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>): DisputeReaction => ({
  onOpened: async (tx, { userId }, { openedAt: at }) => {
    await stopRenewals(tx, deps, userId, { state: 'admin_stop', at })
  },
  onAllClosed: async (tx, { userId }, won) => {
    await restoreRenewals(
      tx,
      deps,
      userId,
      won.map(({ openedAt }) => openedAt),
    )
  },
})
