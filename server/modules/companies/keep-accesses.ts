import { extendSubscriptions } from '#server/modules/subscriptions/index.ts'
import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { giveSeat } from './give-seat.ts'
import { kindOf } from './list-shared-subscriptions.ts'
import {
  type AccessRow,
  findAccesses,
  findPeriod,
  findShared,
  findSharedPeriodsPaidBy,
  type SharedRow,
} from './store.ts'
import { accesses, sharedSubscriptions } from './tables.ts'

type Period = { startsAt: Temporal.Instant; endsAt: Temporal.Instant; seats: number }

/**
 * Keeps accesses over a renewal: when a payment has opened the next period of a subscription of a company or a family,
 * everybody who has a place in it has one in the next period too, without a new link.
 *
 * @returns a listener of payments
 */
export const accessListener =
  ({ clock }: Pick<Deps, 'clock'>) =>
  async (tx: Tx, payments: readonly { id: number }[], state: 'paid' | 'refunded'): Promise<void> => {
    if (state !== 'paid') return
    const paymentIds = payments.map(({ id }) => id)
    for (const period of await findSharedPeriodsPaidBy(tx, paymentIds)) {
      if (period.renewalOf === null) continue
      const sharedId = await findFirst(tx, period.renewalOf, period.audience)
      const shared = sharedId === undefined ? undefined : await findShared(tx, sharedId)
      if (shared) await renew(tx, clock.now(), shared, period)
    }
  }

/** The first period of a chain of renewals, to which the places belong; undefined when it was of another kind. */
async function findFirst(tx: Tx, id: number, audience: string): Promise<number | undefined> {
  const period = await findPeriod(tx, id)
  if (period?.audience !== audience) return undefined
  return period.renewalOf === null ? id : ((await findFirst(tx, period.renewalOf, audience)) ?? id)
}

/** Places that are given are kept, also when there are fewer in the package by which it was renewed. */
async function renew(tx: Tx, now: Temporal.Instant, shared: SharedRow, period: Period): Promise<void> {
  const { endsAt, seats } = period
  await tx
    .insert(sharedSubscriptions)
    .values({
      subscriptionId: shared.id,
      kind: kindOf(shared),
      administratorId: shared.administratorId,
      seats,
      endsAt,
    })
    .onConflictDoUpdate({ target: sharedSubscriptions.subscriptionId, set: { endsAt, seats } })
  const taken = (await findAccesses(tx, shared.id)).filter(row => row.deactivatedAt === null)
  const seatIds = taken.map(row => row.seatSubscriptionId).filter(id => id !== null)
  const extended = await extendSubscriptions(tx, seatIds, { from: period.startsAt, endsAt })
  for (const row of taken) await giveAnew(tx, { now, shared: { ...shared, ...period }, row, extended })
}

/** Whoever's place had ended before the renewal was paid gets one from then on. */
async function giveAnew(
  tx: Tx,
  given: { now: Temporal.Instant; shared: SharedRow; row: AccessRow; extended: ReadonlySet<number> },
): Promise<void> {
  const { row, extended } = given
  if (row.userId === null || row.seatSubscriptionId === null || extended.has(row.seatSubscriptionId)) return
  const seatSubscriptionId = await giveSeat(tx, given.shared, { userId: row.userId, now: given.now })
  await tx.update(accesses).set({ seatSubscriptionId }).where(eq(accesses.id, row.id))
}
