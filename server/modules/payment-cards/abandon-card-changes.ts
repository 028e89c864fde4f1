import { closeCheckout, type PaymentsDeps } from '#server/modules/payments/index.ts'
import { findOverdueChanges } from './store.ts'

const batch = 50

/** Gives up changes that were left alone for an hour; the former card stays. Who gave a card in the last moment is heard. */
export async function abandonCardChanges(deps: PaymentsDeps): Promise<void> {
  for (const { payment } of await findOverdueChanges(deps.db, deps.clock.now(), batch)) {
    await closeCheckout(deps, payment)
  }
}
