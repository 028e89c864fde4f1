import { grantSubscription } from '#server/modules/subscriptions/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { SharedRow } from './store.ts'

/**
 * Gives a reader a seat in a shared subscription: from now on (R9.03: within the hour), or from the subscription's start,
 * until its end.
 *
 * @param now from when it works
 * @returns id of the reader's own subscription
 */
export function giveAccess(
  tx: Tx,
  shared: SharedRow,
  { userId, now }: { userId: number; now: Temporal.Instant },
): Promise<number> {
  const startsAt = Temporal.Instant.compare(now, shared.startsAt) < 0 ? shared.startsAt : now
  return grantSubscription(tx, { userId, productCode: shared.product.code, startsAt, endsAt: shared.endsAt })
}
