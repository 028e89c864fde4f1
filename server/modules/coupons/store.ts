import { and, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { isReadBy } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
// Joined for reading only: the rows belong to other modules.
import { users } from '../identity/tables.ts'
import { products, recurringProfiles, subscriptions } from '../subscriptions/tables.ts'
import { isCancelled } from './gifts/store.ts'
import { couponBatches, coupons, gifts } from './tables.ts'

/** A code with what it gives and, when it is a present, who gives it; and whether the publisher or the giver took it back. */
export async function findCouponByHash(db: Db | Tx, codeHash: string) {
  const [row] = await db
    .select({
      coupon: coupons,
      product: products,
      gift: gifts,
      giver: users.name,
      isVoid: sql<boolean>`(${couponBatches.voidedAt} is not null or ${isCancelled})`,
    })
    .from(coupons)
    .innerJoin(products, eq(products.code, coupons.productCode))
    .leftJoin(couponBatches, eq(couponBatches.id, coupons.batchId))
    .leftJoin(gifts, eq(gifts.couponId, coupons.id))
    .leftJoin(users, eq(users.id, gifts.buyerId))
    .where(eq(coupons.codeHash, codeHash))
  return row
}
export type CouponRow = NonNullable<Awaited<ReturnType<typeof findCouponByHash>>>

/**
 * Locks a code until the end of the transaction: how it stands is read after that, so it is not voided meanwhile. Not a used
 * one: whoever cancels its gift has locked it, and waits for the reader whom this transaction has locked.
 */
export const lockCoupon = async (tx: Tx, id: number): Promise<void> => {
  const isUnused = and(eq(coupons.id, id), isNull(coupons.usedAt))
  await tx.select({ id: coupons.id }).from(coupons).where(isUnused).for('no key update')
}

/** The code that a reader has already used with this Idempotency-Key. */
export async function findUseByKey(tx: Tx, userId: number, useKey: string) {
  const [row] = await tx
    .select({ id: coupons.id, subscriptionId: coupons.subscriptionId })
    .from(coupons)
    .where(and(eq(coupons.usedBy, userId), eq(coupons.useKey, useKey)))
  return row
}

/**
 * A reader's present and future periods, and whether any of them renews (also with a late payment being retried); a company's
 * subscriptions that one only manages are left out.
 */
export async function findStanding(db: Db | Tx, userId: number, now: Temporal.Instant) {
  const rows = await db
    .select({
      id: subscriptions.id,
      startsAt: subscriptions.startsAt,
      endsAt: subscriptions.endsAt,
      renewal: recurringProfiles.id,
    })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .leftJoin(
      recurringProfiles,
      and(eq(recurringProfiles.subscriptionId, subscriptions.id), eq(recurringProfiles.state, 'active')),
    )
    .where(
      and(
        eq(subscriptions.userId, userId),
        isReadBy,
        or(gt(subscriptions.endsAt, now), isNotNull(recurringProfiles.id)),
      ),
    )
    .orderBy(desc(subscriptions.endsAt))
  const present = rows.filter(row => Temporal.Instant.compare(row.endsAt, now) > 0)
  return {
    isSubscriber: present.some(row => Temporal.Instant.compare(row.startsAt, now) <= 0),
    /** The subscription that renews; undefined when none does. */
    renewingId: rows.find(row => row.renewal !== null)?.id,
    /** The end of the last of what the reader has or will have. */
    coveredUntil: present[0]?.endsAt,
  }
}
export type Standing = Awaited<ReturnType<typeof findStanding>>

/** A batch with how many of its codes were used. */
export type CouponBatch = Awaited<ReturnType<typeof listBatches>>[number]

/**
 * Batches of codes, newest first, with how many of each were used.
 *
 * @param wanted.before pagination cursor: only those older than the one with this id
 */
export const listBatches = (
  db: Db | Tx,
  wanted: { id?: number; before?: number | undefined; limit: number },
) =>
  db
    .select({
      id: couponBatches.id,
      name: couponBatches.name,
      kind: couponBatches.kind,
      productCode: couponBatches.productCode,
      size: couponBatches.size,
      // Table name spelled out, since a single-table query omits it.
      used: sql<number>`(select count(*)::int from coupons
        where coupons.batch_id = coupon_batches.id and coupons.used_at is not null)`,
      expiresAt: couponBatches.expiresAt,
      createdAt: couponBatches.createdAt,
      voidedAt: couponBatches.voidedAt,
    })
    .from(couponBatches)
    .where(
      and(
        wanted.id === undefined ? undefined : eq(couponBatches.id, wanted.id),
        wanted.before === undefined ? undefined : lt(couponBatches.id, wanted.before),
      ),
    )
    .orderBy(desc(couponBatches.id))
    .limit(wanted.limit)

/** @throws AppError `not_found` */
export async function findBatch(db: Db | Tx, id: number): Promise<CouponBatch> {
  const [batch] = await listBatches(db, { id, limit: 1 })
  if (!batch) throw new AppError({ key: 'not_found', field: 'id' })
  return batch
}
