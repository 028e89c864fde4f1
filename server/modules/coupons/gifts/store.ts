import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Gift } from '#contract/gifts/gifts.ts'
import { lockReaders } from '#server/modules/identity/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { prepareLookup } from '#server/platform/database/prepare-lookup.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Page } from '#server/platform/jobs/each-alone.ts'
// Joined for reading only: the rows belong to other modules.
import { users } from '../../identity/tables.ts'
import { payments, refunds } from '../../payments/tables.ts'
import { products, subscriptions } from '../../subscriptions/tables.ts'
import { coupons, gifts } from '../tables.ts'

const receivers = alias(users, 'receivers')

/** Whether its money goes back to the giver, and its access has ended. */
export const isCancelled = sql<boolean>`exists (select 1 from ${refunds}
  where ${refunds.paymentId} = ${gifts.paymentId} and ${refunds.access} = 'end')`

const selectGifts = (db: Db | Tx) =>
  db
    .select({
      gift: gifts,
      coupon: coupons,
      product: products,
      giver: { name: users.name, email: users.email, locale: users.locale, erasedAt: users.anonymizedAt },
      /** Language of the account with the gift's address, if any. */
      receiverLocale: receivers.locale,
      isCancelled: isCancelled.mapWith(Boolean),
      /** When the contract with its giver was made; null of a gift of a former system, and of one that is refunded whole. */
      contractAt:
        sql<Temporal.Instant | null>`case when ${payments.state} = 'paid' then ${payments.settledAt} end`.mapWith(
          payments.settledAt,
        ),
    })
    .from(gifts)
    .innerJoin(coupons, eq(coupons.id, gifts.couponId))
    .innerJoin(products, eq(products.code, coupons.productCode))
    .innerJoin(users, eq(users.id, gifts.buyerId))
    .leftJoin(receivers, eq(receivers.email, gifts.email))
    .leftJoin(payments, eq(payments.id, gifts.paymentId))

export type GiftRow = Awaited<ReturnType<typeof selectGifts>>[number]

/** Gifts of a giver, newest first. */
export const findGiftsOf = (db: Db, buyerId: number): Promise<GiftRow[]> =>
  selectGifts(db).where(eq(gifts.buyerId, buyerId)).orderBy(desc(gifts.couponId))

/** Prepares the gifts for a reader's own confirmed e-mail that were mailed and not used; the first to expire first. */
export const prepareWaitingGifts = (db: Db) =>
  prepareLookup(
    receivers.id,
    (isAskedFor, suffix) =>
      db
        .select({
          receiverId: receivers.id,
          gift: { couponId: gifts.couponId, linkVersion: gifts.linkVersion },
          coupon: { expiresAt: coupons.expiresAt },
          product: { nameSk: products.nameSk, nameEn: products.nameEn },
          giver: { name: users.name, erasedAt: users.anonymizedAt },
        })
        .from(receivers)
        .innerJoin(gifts, eq(gifts.email, receivers.email))
        .innerJoin(coupons, eq(coupons.id, gifts.couponId))
        .innerJoin(products, eq(products.code, coupons.productCode))
        .innerJoin(users, eq(users.id, gifts.buyerId))
        .where(
          and(
            isAskedFor,
            isNotNull(receivers.confirmedAt),
            // Which the index of addresses leaves out; a parameter would hide it from a plan that is kept.
            sql`${gifts.email} <> ''`,
            isNotNull(gifts.sentAt),
            isNull(coupons.usedAt),
            not(isCancelled),
          ),
        )
        .orderBy(asc(coupons.expiresAt))
        .prepare(`gifts_waiting${suffix}`),
    row => row.receiverId,
  )

/** Locks a gift's giver, before the gift itself (decision 034), so that what is mailed and kept knows of an erasure. */
export const lockGiver = (tx: Tx, id: number): Promise<void> =>
  lockReaders(tx, tx.select({ id: gifts.buyerId }).from(gifts).where(eq(gifts.couponId, id)))

/** Locks a gift's payment. Each refund locks it before the gift: one lock order, so no deadlock. */
export const lockPaymentOf = (tx: Tx, id: number) =>
  tx
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(gifts, eq(gifts.paymentId, payments.id))
    .where(eq(gifts.couponId, id))
    .for('no key update', { of: payments })

/** A gift, locked until the end of the transaction; undefined when it is not this giver's, if one is given. */
export async function lockGift(
  tx: Tx,
  { id, buyerId }: { id: number; buyerId?: number },
): Promise<GiftRow | undefined> {
  const [row] = await selectGifts(tx)
    .where(and(eq(gifts.couponId, id), buyerId === undefined ? undefined : eq(gifts.buyerId, buyerId)))
    .for('update', { of: [gifts, coupons] })
  return row
}

/**
 * Gifts of all givers for support, newest first; each filter may be left out.
 *
 * @param wanted.giver and `recipient`: addresses in lower case
 */
export function findGifts(
  db: Db | Tx,
  wanted: {
    id?: number | undefined
    giver?: string | undefined
    recipient?: string | undefined
    state?: Gift['state'] | undefined
    before?: number | undefined
    limit: number
  },
  now: Temporal.Instant,
): Promise<GiftRow[]> {
  const isOpen = and(isNull(coupons.usedAt), gt(coupons.expiresAt, now), not(isCancelled))
  const inState: Record<Gift['state'], SQL | undefined> = {
    planned: and(isOpen, isNull(gifts.sentAt)),
    sent: and(isOpen, isNotNull(gifts.sentAt)),
    activated: and(isNotNull(coupons.usedAt), not(isCancelled)),
    expired: and(isNull(coupons.usedAt), lte(coupons.expiresAt, now), not(isCancelled)),
    cancelled: isCancelled,
  }
  return selectGifts(db)
    .where(
      and(
        wanted.id === undefined ? undefined : eq(gifts.couponId, wanted.id),
        wanted.giver === undefined ? undefined : eq(users.email, wanted.giver),
        wanted.recipient === undefined ? undefined : eq(gifts.email, wanted.recipient),
        wanted.state === undefined ? undefined : inState[wanted.state],
        wanted.before === undefined ? undefined : lt(gifts.couponId, wanted.before),
      ),
    )
    .orderBy(desc(gifts.couponId))
    .limit(wanted.limit)
}

export async function findGift(tx: Tx, couponId: number): Promise<GiftRow> {
  const [row] = await selectGifts(tx).where(eq(gifts.couponId, couponId))
  if (!row) throw new Error('A gift that is held disappeared')
  return row
}

/** Who reads a subscription that a gift has given, and what; undefined when it is over, or its reader is erased. */
export async function findTaken(tx: Tx, subscriptionId: number, now: Temporal.Instant) {
  const [row] = await tx
    .select({ email: users.email, locale: users.locale, nameSk: products.nameSk, nameEn: products.nameEn })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .where(
      and(eq(subscriptions.id, subscriptionId), gt(subscriptions.endsAt, now), isNull(users.anonymizedAt)),
    )
  return row
}

type Due = { now: Temporal.Instant; lastDay: Temporal.PlainDate }

const isDue = ({ now, lastDay }: Due) =>
  and(
    isNull(gifts.sentAt),
    ne(gifts.email, ''),
    lte(gifts.sendOn, lastDay.toString()),
    isNull(coupons.usedAt),
    gt(coupons.expiresAt, now),
    not(isCancelled),
  )

const findPage = (db: Db, which: SQL | undefined, page: Page) =>
  db
    .select({ id: gifts.couponId })
    .from(gifts)
    .innerJoin(coupons, eq(coupons.id, gifts.couponId))
    .innerJoin(users, eq(users.id, gifts.buyerId))
    .where(and(which, page.isNext(gifts.couponId)))
    .orderBy(asc(gifts.couponId))
    .limit(page.limit)

async function lockOf(tx: Tx, which: SQL | undefined, id: number): Promise<GiftRow | undefined> {
  const [row] = await selectGifts(tx)
    .where(and(which, eq(gifts.couponId, id)))
    .for('update', { of: [gifts, coupons], skipLocked: true })
  return row
}

/** Gifts to be mailed by now. */
export const findDueGifts = (db: Db, due: Due, page: Page) => findPage(db, isDue(due), page)

/** A gift that is still to be mailed, locked; skips one that another process has locked. */
export const lockDueGift = (tx: Tx, due: Due, id: number) => lockOf(tx, isDue(due), id)

type Forgotten = {
  now: Temporal.Instant
  mailedBefore: Temporal.Instant
  expiresBefore: Temporal.Instant
  /** Gifts whose giver has not had the reminder of this many days before expiry. */
  days: number
}

const isForgotten = ({ now, mailedBefore, expiresBefore, days }: Forgotten) =>
  and(
    lte(gifts.sentAt, mailedBefore),
    isNull(coupons.usedAt),
    gt(coupons.expiresAt, now),
    not(isCancelled),
    lte(coupons.expiresAt, expiresBefore),
    or(isNull(gifts.remindedFor), gt(gifts.remindedFor, days)),
    // A reader whose account is about to be deleted gets no other mail.
    isNull(users.anonymizationRequestedAt),
    isNull(users.anonymizedAt),
  )

/** Gifts that are not activated and whose givers are to be reminded. */
export const findForgottenGifts = (db: Db, which: Forgotten, page: Page) =>
  findPage(db, isForgotten(which), page)

/** One of them, if it still applies, locked; skips one that another process has locked. */
export const lockForgottenGift = (tx: Tx, which: Forgotten, id: number) => lockOf(tx, isForgotten(which), id)

/** Columns that erase a gift's recipient. */
export const withoutReceiver = { email: '', recipientName: null, message: null } as const

/** Erases the recipients of gifts of erased givers that were never mailed and never will be. */
export async function eraseUnsendableGifts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const isDead = db
    .select({ id: coupons.id })
    .from(coupons)
    .where(and(eq(coupons.id, gifts.couponId), lte(coupons.expiresAt, clock.now())))
  const isErased = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, gifts.buyerId), isNotNull(users.anonymizedAt)))
  await db
    .update(gifts)
    .set(withoutReceiver)
    .where(and(isNull(gifts.sentAt), ne(gifts.email, ''), exists(isDead), exists(isErased)))
}
