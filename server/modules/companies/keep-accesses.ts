import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isHeldFromErasure } from '#server/modules/identity/index.ts'
import type { PaymentListener, RefundRow } from '#server/modules/payments/index.ts'
import { extendSubscriptions, shortenSubscriptions } from '#server/modules/subscriptions/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type AccessRow, findAccesses } from './access-store.ts'
import { giveAccess } from './give-access.ts'
import { kindOf } from './list-shared-subscriptions.ts'
import {
  findLastEnd,
  findLastPaidFor,
  findPeriod,
  findSeatsOf,
  findShared,
  findSharedPeriodsPaidBy,
  lockShared,
  type SharedRow,
} from './store.ts'
import { accesses, sharedSubscriptions } from './tables.ts'

type Period = { startsAt: Temporal.Instant; endsAt: Temporal.Instant; seats: number }

/**
 * Carries accesses over a renewal: when a payment has opened the next period of a company's or a family's subscription,
 * all who have a seat in it have one in the next period too, without a new link, as far as its package has seats. A
 * refund ends or shortens for all of them what it had paid for.
 */
export const accessListener = ({ clock }: Pick<Deps, 'clock'>): PaymentListener => ({
  onPaid: (tx, payments) =>
    forShared(tx, payments, async (shared, period) => {
      if (period.id === shared.id) return
      await lockRenewed(tx, shared, period)
      await endBeyond(tx, clock.now(), shared, period)
      await carryOver(tx, clock.now(), shared, period)
    }),
  onRefunded: async (tx, payment, refund) => {
    if (refund.access === 'end') await takeBackSeats(tx, refund)
    await forShared(tx, [payment], async (shared, period) => {
      await shorten(tx, shared)
      if (refund.access === 'end' && period.id !== shared.id)
        await takeBackRenewal(tx, clock.now(), shared.id)
    })
  },
  onEnded: (tx, payment) => forShared(tx, [payment], shared => shorten(tx, shared)),
})

async function forShared(
  tx: Tx,
  payments: readonly { id: number }[],
  act: (shared: SharedRow, period: Period & { id: number }) => Promise<void>,
): Promise<void> {
  const periods = await findSharedPeriodsPaidBy(
    tx,
    payments.map(({ id }) => id),
  )
  for (const period of periods) {
    const sharedId = await findFirst(tx, period.id, period.audience)
    const shared = sharedId === undefined ? undefined : await findLocked(tx, sharedId)
    if (shared) await act(shared, period)
  }
}

/**
 * Gives all who have a seat in a company's or a family's subscription the end that its last period has now.
 *
 * @param tx transaction that has prolonged that period
 * @param id the period
 */
export async function prolongSeats(tx: Tx, { clock }: Pick<Deps, 'clock'>, id: number): Promise<void> {
  const period = await findPeriod(tx, id)
  const sharedId = period && (await findFirst(tx, id, period.audience))
  const shared = sharedId === undefined ? undefined : await findLocked(tx, sharedId)
  if (!period || !shared) return
  const prolonged = { ...period, endsAt: await findLastEnd(tx, shared.id), seats: shared.seats }
  await lockRenewed(tx, shared, prolonged)
  await carryOver(tx, clock.now(), shared, prolonged)
}

/** Locked first, so that seats and periods are read as whoever changes them at the same time leaves them. */
async function findLocked(tx: Tx, sharedId: number): Promise<SharedRow | undefined> {
  await lockShared(tx, sharedId)
  return findShared(tx, sharedId)
}

/** The first period of a chain of renewals, which owns the seats; undefined when it was of another kind. */
async function findFirst(tx: Tx, id: number, audience: string): Promise<number | undefined> {
  const period = await findPeriod(tx, id)
  if (period?.audience !== audience) return undefined
  return period.renewalOf === null ? id : ((await findFirst(tx, period.renewalOf, audience)) ?? id)
}

/** Writes the new end and number of seats, and so locks the subscription: nobody is given a seat until it is done. */
async function lockRenewed(tx: Tx, shared: SharedRow, { endsAt, seats }: Period): Promise<void> {
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
}

/**
 * Of the accesses for which the new package has no seat those that are read by end with what was paid for before, and those
 * that were not taken end at once (decision 017). Who has read for longest stays, then who was invited first.
 */
async function endBeyond(tx: Tx, now: Temporal.Instant, shared: SharedRow, { seats }: Period): Promise<void> {
  const beyond = tx
    .select({ id: accesses.id })
    .from(accesses)
    .where(and(eq(accesses.subscriptionId, shared.id), isNull(accesses.deactivatedAt)))
    .orderBy(sql`${accesses.activeFrom} asc nulls last`, asc(accesses.id))
    .offset(seats)
  const [atOnce, atEnd] = [now.toString(), shared.endsAt.toString()]
  await tx
    .update(accesses)
    .set({
      deactivatedAt: sql`case when ${accesses.userId} is null then ${atOnce}::timestamptz else ${atEnd}::timestamptz end`,
    })
    .where(inArray(accesses.id, beyond))
}

/** Whoever has a seat has it till the new end. */
async function carryOver(tx: Tx, now: Temporal.Instant, shared: SharedRow, period: Period): Promise<void> {
  const { endsAt } = period
  const taken = (await findAccesses(tx, shared.id)).filter(row => row.deactivatedAt === null)
  const seatIds = taken.map(row => row.seatSubscriptionId).filter(id => id !== null)
  const extended = await extendSubscriptions(tx, seatIds, { from: period.startsAt, endsAt })
  for (const row of taken) await giveAnew(tx, { now, shared: { ...shared, ...period }, row, extended })
}

/** Shortens the seats to what is still paid for. */
async function shorten(tx: Tx, shared: SharedRow): Promise<void> {
  const endsAt = await findLastEnd(tx, shared.id)
  if (Temporal.Instant.compare(endsAt, shared.endsAt) > 0) return
  await tx
    .update(sharedSubscriptions)
    .set({ endsAt })
    .where(eq(sharedSubscriptions.subscriptionId, shared.id))
  const seatIds = (await findAccesses(tx, shared.id)).map(row => row.seatSubscriptionId)
  await shortenSubscriptions(
    tx,
    seatIds.filter(id => id !== null),
    endsAt,
  )
}

/** Given seats stay; there are only none left for others. */
async function takeBackSeats(tx: Tx, refund: RefundRow): Promise<void> {
  for (const { sharedId, seats } of await findSeatsOf(tx, refund)) {
    await tx
      .update(sharedSubscriptions)
      .set({ seats: sql`greatest(1, ${sharedSubscriptions.seats} - ${seats})` })
      .where(eq(sharedSubscriptions.subscriptionId, sharedId))
  }
}

/**
 * Undoes a renewal into another package, once it is given back: what is still paid for has its seats again, and who was to
 * lose access at the end of that goes on as before. Invitations that were ended at once stay so, as do given seats beyond.
 */
async function takeBackRenewal(tx: Tx, now: Temporal.Instant, sharedId: number): Promise<void> {
  const left = await findLastPaidFor(tx, sharedId)
  if (!left || Temporal.Instant.compare(left.endsAt, now) <= 0) return
  const [shared] = await tx
    .update(sharedSubscriptions)
    .set({ seats: left.seats })
    .where(eq(sharedSubscriptions.subscriptionId, sharedId))
    .returning({ seats: sharedSubscriptions.seats })
  const all = await findAccesses(tx, sharedId)
  const used = all.filter(row => row.deactivatedAt === null)
  const isAmong = (rows: readonly AccessRow[], row: AccessRow) =>
    rows.some(each => each.email === row.email || each.userId === row.userId)
  const ending = all
    .filter(
      row => row.deactivatedAt !== null && Temporal.Instant.compare(row.deactivatedAt, left.endsAt) >= 0,
    )
    // Given anew meanwhile, or ending twice: whoever reads has one.
    .filter((row, at, rows) => !isAmong(used, row) && !isAmong(rows.slice(0, at), row))
  const back = ending.slice(0, Math.max(0, (shared?.seats ?? 0) - used.length)).map(({ id }) => id)
  await tx.update(accesses).set({ deactivatedAt: null }).where(inArray(accesses.id, back))
}

/** Seats that had ended before a late renewal was paid start again from then on. */
async function giveAnew(
  tx: Tx,
  given: { now: Temporal.Instant; shared: SharedRow; row: AccessRow; extended: ReadonlySet<number> },
): Promise<void> {
  const { row, extended } = given
  if (row.userId === null || row.seatSubscriptionId === null || extended.has(row.seatSubscriptionId)) return
  if (!(await isHeldFromErasure(tx, row.userId))) return
  const seatSubscriptionId = await giveAccess(tx, given.shared, { userId: row.userId, now: given.now })
  await tx.update(accesses).set({ seatSubscriptionId }).where(eq(accesses.id, row.id))
}
