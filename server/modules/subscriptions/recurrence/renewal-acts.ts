import type { RenewalAct } from '#contract/subscriptions/subscriptions.ts'
import type { ReaderSubscriptionRow } from '../reader-store.ts'
import { changeObstacle } from './find-changes.ts'
import { isPaused, pauseObstacle } from './pause-rules.ts'
import { isTooLateToStop, stopUntil } from './stop-time.ts'

type Renewal = NonNullable<ReaderSubscriptionRow['renewal']>
type NextProduct = NonNullable<ReaderSubscriptionRow['nextProduct']>

/**
 * What a reader may do about a renewal that is on, by the rules by which each act is refused. How many pauses of the year
 * are used up is not counted here: the pause itself tells.
 *
 * @param on.renewal with the time of its next charge
 * @param on.product of the last period that is paid for
 * @param on.isPaidAfter whether that period is another one than the renewal's own
 * @param on.isOver whether that period is over, so that there is nothing to change
 */
export function actsOf(
  on: {
    renewal: Renewal
    product: ReaderSubscriptionRow['product']
    nextProduct: NextProduct
    isPaidAfter: boolean
    isOver: boolean
  },
  { now, pausesAYear: allowed }: { now: Temporal.Instant; pausesAYear: number },
): RenewalAct[] {
  const { renewal, product, isPaidAfter, isOver } = on
  const isCharging = renewal.paymentId !== null
  const judged = { now, stopUntil: stopUntil(renewal), isPaidAfter, begun: 0, allowed }
  const acts: [RenewalAct, isOpen: boolean][] = [
    ['resume', isPaused(renewal) && !isCharging],
    ['undo_change', renewal.plannedChange !== null && !(isCharging && renewal.plannedChange.former)],
    ['change', !isOver && changeObstacle(product, renewal) === null],
    ['change_card', renewal.cardId !== null],
    ['pause', pauseObstacle(on, judged) === null],
    ['turn_off', !isTooLateToStop(renewal, now)],
  ]
  return acts.flatMap(([act, isOpen]) => (isOpen ? [act] : []))
}
