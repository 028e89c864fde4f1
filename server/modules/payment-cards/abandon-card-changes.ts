import { closeCheckout, type PaymentsDeps } from '#server/modules/payments/index.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { findOverdueChanges } from './store.ts'

/** Expires card changes after an hour; the former card stays. A card given in the last moment still counts. */
export const abandonCardChanges = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> =>
  eachAlone(deps, signal, {
    name: 'abandon-card-changes',
    find: page => findOverdueChanges(deps.db, deps.clock.now(), page),
    act: ({ payment }) => closeCheckout(deps, payment),
  })
