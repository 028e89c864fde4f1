import { and, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import { subscriptions } from './tables.ts'

/**
 * Gives a reader a subscription that the reader did not pay for: by a code, or as a seat in another's subscription. It
 * never renews.
 *
 * @param tx transaction of what gives the right to it
 * @param grant.productCode product whose access it gives
 * @returns its id
 */
export async function grantSubscription(
  tx: Tx,
  grant: { userId: number; productCode: string; startsAt: Temporal.Instant; endsAt: Temporal.Instant },
): Promise<number> {
  const row = onlyRow(
    await tx
      .insert(subscriptions)
      .values({ ...grant, priceCents: 0 })
      .returning({ id: subscriptions.id }),
  )
  return row.id
}

/**
 * When a period that begins now and lasts a calendar length ends: at the same time of day in the publisher's zone,
 * across changes of summer time (DST); a year from 29 February ends on the 28th.
 *
 * @param length e.g. P1Y or P4W
 */
export const endOfPeriod = (startsAt: Temporal.Instant, length: string): Temporal.Instant =>
  startsAt.toZonedDateTimeISO(timeZone).add(length).toInstant()

/**
 * Ends a granted subscription early, also one that has not begun.
 *
 * @param tx transaction of what takes the right away
 */
export async function endSubscription(tx: Tx, { clock }: Pick<Deps, 'clock'>, id: number): Promise<void> {
  const now = clock.now()
  await tx
    .update(subscriptions)
    // A period is never empty, so one that has only just begun, or had yet to, lasts a millisecond.
    .set({
      startsAt: sql`least(${now.toString()}::timestamptz, ${subscriptions.startsAt})`,
      endsAt: sql`greatest(${now.toString()}::timestamptz,
        least(${now.toString()}::timestamptz, ${subscriptions.startsAt}) + interval '1 millisecond')`,
    })
    .where(and(eq(subscriptions.id, id), gt(subscriptions.endsAt, now)))
}

/**
 * Prolongs granted subscriptions when the subscription that they were granted from is renewed.
 *
 * @param period.from those that have ended before are over, and stay so
 * @returns ids of those that were prolonged
 */
export async function extendSubscriptions(
  tx: Tx,
  ids: readonly number[],
  { from, endsAt }: { from: Temporal.Instant; endsAt: Temporal.Instant },
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .update(subscriptions)
    .set({ endsAt })
    .where(and(inArray(subscriptions.id, [...ids]), gte(subscriptions.endsAt, from)))
    .returning({ id: subscriptions.id })
  return new Set(rows.map(row => row.id))
}

/** Shortens granted subscriptions when the subscription that they were granted from ends early. */
export async function shortenSubscriptions(
  tx: Tx,
  ids: readonly number[],
  endsAt: Temporal.Instant,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(subscriptions)
    .set({
      endsAt: sql`greatest(${endsAt.toString()}::timestamptz, ${subscriptions.startsAt} + interval '1 millisecond')`,
    })
    .where(and(inArray(subscriptions.id, [...ids]), gt(subscriptions.endsAt, endsAt)))
}
