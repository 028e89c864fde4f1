import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findRunningSubscriptions } from './store.ts'

export type CurrentAccess = {
  isSubscriber: boolean
  /** The highest among the running subscriptions; 0 when devices are not counted. */
  deviceLimit: number
  /** A running subscription paid by SMS that renews (R6.05). */
  hasRecurringSms: boolean
}

/** What a reader has right now, for those who need no more than that. */
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
