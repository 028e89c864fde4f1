import { eq } from 'drizzle-orm'
import { lockReader } from '#server/modules/identity/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import { endSubscription } from './grant-subscription.ts'
import { findHoldings } from './holdings.ts'
import { contains } from './paid-periods.ts'
import { isTooLateToStop } from './recurrence/stop-time.ts'
import { carryRenewal, supersedeRenewal } from './renewal/carried-renewal.ts'
import { mailStarted } from './renewal/renewal-mail.ts'
import { stopRenewalOf } from './renewal/stop-renewal.ts'
import { findLiveRenewal } from './renewal/store.ts'
import { products, subscriptions } from './tables.ts'

/**
 * Ends a granted subscription whose giver takes it back. A renewal that was put behind it goes back to the period that it had
 * followed, and its reader is told; where that is over it stops. No surprise charges: one that could not be stopped in time any
 * more is off, as if its reader had stopped it, and can be turned on again.
 *
 * @param tx transaction of what takes it back
 */
export async function takeBackGrant(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  id: number,
): Promise<void> {
  const find = () =>
    tx
      .select({ subscription: subscriptions, product: products })
      .from(subscriptions)
      .innerJoin(products, eq(products.code, subscriptions.productCode))
      .where(eq(subscriptions.id, id))
  const { userId } = onlyRow(await find()).subscription
  // Nothing is put behind it meanwhile.
  await lockReader(tx, userId)
  const { subscription, product } = onlyRow(await find())
  const live = await findLiveRenewal(tx, id, userId)
  await endSubscription(tx, deps, id)
  if (!live) return
  const now = deps.clock.now()
  const before = (await findHoldings(tx, [userId], now)).find(
    each =>
      !each.isSeat && !each.renewal && each.endsAt.equals(subscription.startsAt) && contains(product, each),
  )
  if (!before) return stopRenewalOf(tx, deps, id)
  // What it was made to renew as is undone; what its reader has chosen stays.
  const renewsInto = product.renewsInto && before.product.renewsInto
  await carryRenewal(tx, live.renewal, { ...before, product: { renewsInto } })
  const back = await findLiveRenewal(tx, before.id, userId)
  if (back?.renewal.state !== 'active') return
  if (isTooLateToStop(back.renewal, now)) await supersedeRenewal(tx, back.renewal, now)
  else await mailStarted(tx, deps, back)
}
