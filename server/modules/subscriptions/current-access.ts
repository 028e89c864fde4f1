import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findRunningSubscriptions } from './store.ts'

export type CurrentAccess = {
  isSubscriber: boolean
  /** Device limit: the highest among the running subscriptions; 0 is no limit. */
  deviceLimit: number
  /** A running subscription paid by SMS that renews (R6.05). */
  hasRecurringSms: boolean
}

/** A reader's present access in short, for callers that do not need each subscription. */
export async function currentAccess(
  { db, clock }: Pick<Deps, 'clock'> & { db: Db | Tx },
  userId: number,
): Promise<CurrentAccess> {
  const running = await findRunningSubscriptions(db, userId, clock.now())
  return {
    isSubscriber: running.length > 0,
    deviceLimit: Math.max(0, ...running.map(each => each.deviceLimit)),
    hasRecurringSms: running.some(each => each.method === 'sms' && each.renewal === 'active'),
  }
}

/** The device limit of `currentAccess`, of subscriptions that are listed anyway: saves a query in every list. */
export const listedDeviceLimit = (items: readonly Subscription[]): number =>
  Math.max(
    0,
    ...items.filter(({ state, reads }) => state === 'active' && reads).map(item => item.device_limit),
  )
