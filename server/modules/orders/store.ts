import { and, asc, eq, lte } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database.ts'
// Joined for reading only: the rows belong to other modules.
import { users } from '../identity/tables.ts'
import { payments } from '../payments/tables.ts'
import { products } from '../subscriptions/tables.ts'
import { orders } from './tables.ts'

const selectOrders = (db: Db | Tx) =>
  db
    .select({
      order: orders,
      product: products,
      payment: payments,
      reader: { id: users.id, email: users.email, locale: users.locale },
    })
    .from(orders)
    .innerJoin(products, eq(products.code, orders.productCode))
    .innerJoin(payments, eq(payments.id, orders.paymentId))
    .innerJoin(users, eq(users.id, orders.userId))

export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number]

export async function findOrder(db: Db | Tx, userId: number, id: number): Promise<OrderRow | undefined> {
  const [row] = await selectOrders(db).where(and(eq(orders.userId, userId), eq(orders.id, id)))
  return row
}

export async function findOrderByRequest(
  db: Db | Tx,
  userId: number,
  requestKey: string,
): Promise<OrderRow | undefined> {
  const [row] = await selectOrders(db).where(
    and(eq(orders.userId, userId), eq(orders.requestKey, requestKey)),
  )
  return row
}

export async function findOrderOfPayment(db: Db | Tx, paymentId: number): Promise<OrderRow | undefined> {
  const [row] = await selectOrders(db).where(eq(orders.paymentId, paymentId))
  return row
}

/** What is sold under a code, if it still is. */
export async function findSoldProduct(db: Db | Tx, code: string) {
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.code, code), eq(products.sold, true)))
  return row
}

/** Orders that nobody has paid in time, longest first. */
export const findOverdueOrders = (db: Db, now: Temporal.Instant, limit: number) =>
  selectOrders(db)
    .where(and(eq(orders.state, 'waiting'), lte(orders.expiresAt, now)))
    .orderBy(asc(orders.expiresAt))
    .limit(limit)

/** The payment that a transfer's variable symbol names. */
export async function findTransfer(tx: Tx, variableSymbol: string) {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.variableSymbol, variableSymbol), eq(payments.method, 'bank_transfer')))
    .for('no key update')
  return row
}
