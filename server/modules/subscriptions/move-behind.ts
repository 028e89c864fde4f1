import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { endOfPeriod } from './grant-subscription.ts'
import { findHoldings, type Holding } from './holdings.ts'
import { contains, isWhole } from './paid-periods.ts'
import { laterOf } from './purchase-plan.ts'
import { carryRenewal } from './renewal/carried-renewal.ts'
import { subscriptions } from './tables.ts'

/**
 * Moves what is still to begin, and shares days with periods that run on again, behind them, and what follows it as well,
 * so that no day is paid for twice (R11.01).
 *
 * @param tx transaction of what restored them
 * @param ids of the restored periods
 */
export async function moveBehind(
  tx: Tx,
  ids: readonly number[],
  { userId, now }: { userId: number; now: Temporal.Instant },
): Promise<void> {
  const held = await findHoldings(tx, [userId], now)
  const placed = held.filter(each => ids.includes(each.id))
  const toCome = held
    .filter(each => !ids.includes(each.id) && isMovable(each, now))
    .toSorted((one, other) => Temporal.Instant.compare(one.startsAt, other.startsAt))
  for (const each of toCome) {
    const moved = firstFree(each, placed)
    if (moved === each) continue
    placed.push(moved)
    const { id, startsAt, endsAt, anchorAt } = moved
    await tx.update(subscriptions).set({ startsAt, endsAt, anchorAt }).where(eq(subscriptions.id, id))
    const { renewal } = moved
    // A pause lasts till its own day, unless the period does longer; what was charged or failed for good is renewed by
    // another plan, or none.
    const isPaused = !laterOf(renewal?.pausedUntil ?? endsAt, endsAt).equals(endsAt)
    if (renewal?.cardId != null && !isPaused && carried.has(renewal.state))
      await carryRenewal(tx, renewal, { id, endsAt, product: { renewsInto: null } })
  }
}

const carried: ReadonlySet<string> = new Set(['active', 'user_stop', 'admin_stop'])

/** What others give, or renew, and what several people read by stays where it is: it runs beside. */
const isMovable = (each: Holding, now: Temporal.Instant) =>
  Temporal.Instant.compare(each.startsAt, now) > 0 &&
  !each.isSeat &&
  !each.renewsElsewhere &&
  each.seats === 1

/** A period as it is, or moved behind those with which it would share days that both give. */
function firstFree(period: Holding, placed: readonly Holding[]): Holding {
  const before = placed.find(
    each =>
      (contains(each, period) || contains(period, each)) &&
      Temporal.Instant.compare(each.startsAt, period.endsAt) < 0 &&
      Temporal.Instant.compare(period.startsAt, each.endsAt) < 0,
  )
  if (!before) return period
  const startsAt = before.endsAt
  const endsAt = isWhole(period)
    ? endOfPeriod(startsAt, period.product.length)
    : startsAt.add(period.startsAt.until(period.endsAt))
  return firstFree({ ...period, startsAt, endsAt, anchorAt: period.anchorAt && startsAt }, placed)
}
