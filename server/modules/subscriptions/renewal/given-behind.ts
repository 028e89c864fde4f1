import type { Tx } from '#server/platform/database/database.ts'
import { findHoldings } from '../holdings.ts'
import { lastPaid } from '../paid-periods.ts'

/**
 * The periods without a price behind what is given back: days given by the publisher carry the renewal of what was bought
 * before them. Not where something else that is paid for leads there too, whose renewal goes on.
 *
 * @param tx transaction of the refund, before it ends anything
 * @param ids of the periods that it concerns
 * @returns ids of periods whose renewal is theirs
 */
export async function findGivenBehind(
  tx: Tx,
  ids: readonly number[],
  { userId, now }: { userId: number; now: Temporal.Instant },
): Promise<number[]> {
  const held = await findHoldings(tx, [userId], now)
  const isGivenBack = ({ id }: { id: number }) => ids.includes(id)
  const endsOf = (periods: typeof held) => new Set(periods.map(each => lastPaid(each, held).id))
  const ends = endsOf(held.filter(isGivenBack))
  const others = endsOf(held.filter(each => each.isOwn && !isGivenBack(each)))
  return held
    .filter(
      each => !each.isOwn && !each.isSeat && !isGivenBack(each) && ends.has(each.id) && !others.has(each.id),
    )
    .map(each => each.id)
}
