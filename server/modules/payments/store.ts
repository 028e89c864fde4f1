import { and, desc, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import { lockReaders } from '#server/modules/identity/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { bankEntries } from '../bank-transfers/tables.ts'
import { coupons, gifts } from '../coupons/tables.ts'
import { orders } from '../orders/tables.ts'
import { products } from '../subscriptions/tables.ts'
import { payments } from './tables.ts'

const lastSeen = alias(payments, 'last_seen')

/**
 * Payments of a reader with their product's name. Sort key: newest first, then id.
 *
 * @param page.after cursor: only payments after this one; empty when it is not the reader's own
 */
export function findPayments(db: Db, userId: number, page: { after?: number | undefined; limit: number }) {
  const own = and(
    eq(payments.userId, userId),
    // Left out: charges that only verify a card, and stopped ones, which never reached the gateway.
    ne(payments.purpose, 'verification'),
    sql`${payments.failure} is distinct from 'stopped'`,
  )
  return db
    .select({
      payment: payments,
      product: { nameSk: products.nameSk, nameEn: products.nameEn },
      order: { id: orders.id, state: orders.state },
      isPartPaid: sql<boolean>`${exists(partsOf(db))}`,
    })
    .from(payments)
    .innerJoin(products, eq(products.code, payments.productCode))
    .leftJoin(orders, eq(orders.paymentId, payments.id))
    .where(page.after === undefined ? own : and(own, follows(db, userId, page.after)))
    .orderBy(desc(payments.at), desc(payments.id))
    .limit(page.limit)
}

/** Transfers of another sum for a payment, which a further one or a person completes (decision 030). */
const partsOf = (db: Db) =>
  db
    .select({ id: bankEntries.id })
    .from(bankEntries)
    .where(
      and(
        eq(bankEntries.paymentId, payments.id),
        eq(bankEntries.state, 'unmatched'),
        inArray(bankEntries.reason, ['underpaid', 'overpaid']),
      ),
    )

function follows(db: Db, userId: number, after: number) {
  const place = db
    .select({ at: lastSeen.at, id: lastSeen.id })
    .from(lastSeen)
    // As a bigint, since a cursor of ten digits may exceed an integer.
    .where(and(sql`${lastSeen.id} = ${after}::bigint`, eq(lastSeen.userId, userId)))
  return sql`(${payments.at}, ${payments.id}) < ${place}`
}

/**
 * Locks the readers whom giving a payment back is about, before the payment: who paid and, of a gift, who has it, at once
 * by id, since each may give the other's back (decision 034).
 *
 * @param which condition of the payment
 */
export async function lockReadersOf(tx: Tx, which: SQL | undefined): Promise<void> {
  const payers = tx.select({ id: payments.userId }).from(payments).where(which)
  const receivers = tx
    .select({ id: sql<number>`${coupons.usedBy}` })
    .from(payments)
    .innerJoin(gifts, eq(gifts.paymentId, payments.id))
    .innerJoin(coupons, eq(coupons.id, gifts.couponId))
    .where(which)
  await lockReaders(tx, union(payers, receivers))
}
