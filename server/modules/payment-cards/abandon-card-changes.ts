import { closeCheckout, type PaymentsDeps } from '#server/modules/payments/index.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { findOverdueChanges } from './store.ts'

/** Gives up changes that were left alone for an hour; the former card stays. Who gave a card in the last moment is heard. */
export const abandonCardChanges = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> =>
  eachAlone(
    deps,
    {
      name: 'abandon-card-changes',
      find: page => findOverdueChanges(deps.db, deps.clock.now(), page),
      act: ({ payment }) => closeCheckout(deps, payment),
    },
    signal,
  )
