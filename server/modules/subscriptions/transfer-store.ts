import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { prepareLookup } from '#server/platform/database/prepare-lookup.ts'
// Joined for reading only: the rows belong to the modules that own them.
import { bankEntries } from '../bank-transfers/tables.ts'
import { orders } from '../orders/tables.ts'
import { products } from './tables.ts'

/** Prepares a reader's orders that wait for their transfers, newest first, with the sums that came and were not their prices. */
export const prepareWaitingOrders = (db: Db) =>
  prepareLookup(
    orders.userId,
    (isAskedFor, suffix) =>
      db
        .select({
          id: orders.id,
          userId: orders.userId,
          priceCents: orders.priceCents,
          expiresAt: orders.expiresAt,
          product: { nameSk: products.nameSk, nameEn: products.nameEn },
          receivedCents: sql<number>`(select coalesce(sum(${bankEntries.amountCents}), 0)::int from ${bankEntries}
            where ${bankEntries.paymentId} = ${orders.paymentId} and ${bankEntries.state} = 'unmatched'
              and ${bankEntries.reason} in ('underpaid', 'overpaid'))`,
        })
        .from(orders)
        .innerJoin(products, eq(products.code, orders.productCode))
        .where(and(isAskedFor, eq(orders.method, 'bank_transfer'), eq(orders.state, 'waiting')))
        .orderBy(desc(orders.id))
        .prepare(`subscriptions_awaited_transfers${suffix}`),
    row => row.userId,
  )
