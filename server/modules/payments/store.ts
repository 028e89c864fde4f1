import { and, desc, eq, lt } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { products } from '../subscriptions/tables.ts'
import { payments } from './tables.ts'

/**
 * Payments of a reader with the name of what they paid for, newest first.
 *
 * @param page.before only payments with a lower id
 */
export const findPayments = (db: Db, userId: number, page: { before?: number | undefined; limit: number }) =>
  db
    .select({ payment: payments, product: { nameSk: products.nameSk, nameEn: products.nameEn } })
    .from(payments)
    .innerJoin(products, eq(products.code, payments.productCode))
    .where(
      and(eq(payments.userId, userId), page.before === undefined ? undefined : lt(payments.id, page.before)),
    )
    .orderBy(desc(payments.id))
    .limit(page.limit)
