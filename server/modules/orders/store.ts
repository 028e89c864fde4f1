import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  sql,
} from 'drizzle-orm'
import { lockReaders } from '#server/modules/identity/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/jobs/each-alone.ts'
// Joined for reading only: the rows belong to other modules.
import { bankEntries } from '../bank-transfers/tables.ts'
import { gifts } from '../coupons/tables.ts'
import { users } from '../identity/tables.ts'
import { payments } from '../payments/tables.ts'
import { products, subscriptions } from '../subscriptions/tables.ts'
import { bareSymbol } from './judge-transfers.ts'
import { orders } from './tables.ts'

const selectOrders = (db: Db | Tx) =>
  db
    .select({
      order: orders,
      product: products,
      payment: payments,
      reader: { id: users.id, email: users.email, locale: users.locale, erasedAt: users.anonymizedAt },
      /** The gift that it has made. */
      gift: gifts,
    })
    .from(orders)
    .innerJoin(products, eq(products.code, orders.productCode))
    .innerJoin(payments, eq(payments.id, orders.paymentId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(gifts, eq(gifts.paymentId, orders.paymentId))

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

/** The key of an order that closes: one derived from the request is freed, so that an equal request is a new order; a caller's stays. */
export const keyOfClosed = sql`case when ${orders.requestKey} like 'body:%' then null else ${orders.requestKey} end`

/** Orders of payments, in the order in which they were asked for. */
export const findOrdersOfPayments = (db: Db | Tx, paymentIds: readonly number[]): Promise<OrderRow[]> =>
  selectOrders(db)
    .where(inArray(orders.paymentId, [...paymentIds]))
    .orderBy(asc(orders.id))

/**
 * Payments that were loaded while their money was awaited: they have no order here, and nothing that was loaded with them,
 * a subscription or a gift, is what they pay for.
 */
export const findImported = (tx: Tx, paymentIds: readonly number[]) =>
  tx
    .select({ payment: payments, audience: products.audience })
    .from(payments)
    .innerJoin(products, eq(products.code, payments.productCode))
    .where(
      and(
        inArray(payments.id, [...paymentIds]),
        isNotNull(payments.sourceKey),
        // Whom a gift was for is not known: staff give it.
        ne(products.audience, 'gift'),
        notExists(tx.select().from(orders).where(eq(orders.paymentId, payments.id))),
        notExists(tx.select().from(subscriptions).where(eq(subscriptions.paymentId, payments.id))),
        notExists(tx.select().from(gifts).where(eq(gifts.paymentId, payments.id))),
      ),
    )
    .orderBy(asc(payments.id))

/** The product of a code, if it is on sale. */
export async function findSoldProduct(db: Db | Tx, code: string) {
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.code, code), eq(products.sold, true)))
  return row
}

/** Orders past their expiry. */
export const findOverdueOrders = (db: Db, now: Temporal.Instant, page: Page) =>
  db
    .select({ id: orders.id, method: orders.method, payment: payments })
    .from(orders)
    .innerJoin(payments, eq(payments.id, orders.paymentId))
    .where(and(eq(orders.state, 'waiting'), lte(orders.expiresAt, now), page.isNext(orders.id)))
    .orderBy(asc(orders.id))
    .limit(page.limit)

type Expiring = { now: Temporal.Instant; expiresBefore: Temporal.Instant }

/** Whether its transfer has not come at all, it expires before a moment, and its reader stays and was not reminded. */
const isToRemind = (db: Db | Tx, { now, expiresBefore }: Expiring) =>
  and(
    eq(orders.state, 'waiting'),
    eq(orders.method, 'bank_transfer'),
    gt(orders.expiresAt, now),
    lte(orders.expiresAt, expiresBefore),
    isNull(orders.remindedAt),
    notExists(
      db
        .select()
        .from(bankEntries)
        // What was dismissed was sent back.
        .where(and(eq(bankEntries.paymentId, orders.paymentId), ne(bankEntries.state, 'dismissed'))),
    ),
    // A reader whose account is about to be deleted is not asked for money.
    exists(
      db
        .select({ id: users.id })
        .from(users)
        .where(
          and(
            eq(users.id, orders.userId),
            isNull(users.anonymizationRequestedAt),
            isNull(users.anonymizedAt),
          ),
        ),
    ),
  )

export const findOrdersToRemind = (db: Db, expiring: Expiring, page: Page) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isToRemind(db, expiring), page.isNext(orders.id)))
    .orderBy(asc(orders.id))
    .limit(page.limit)

/** Notes the reminder of one of them. @returns whose it is; undefined when it is not to be reminded of any more */
export async function noteReminder(tx: Tx, expiring: Expiring, id: number): Promise<number | undefined> {
  const [reminded] = await tx
    .update(orders)
    .set({ remindedAt: expiring.now })
    .where(and(eq(orders.id, id), isToRemind(tx, expiring)))
    .returning({ userId: orders.userId })
  return reminded?.userId
}

/**
 * The payments that transfers' variable symbols name, oldest first, locked with their readers until the end of the
 * transaction, in the order of decision 034.
 *
 * @param variableSymbols with or without zeros that pad them, to ten digits or to fewer as in a former system
 */
export async function lockTransfers(tx: Tx, variableSymbols: readonly string[]) {
  const isNamed = and(
    inArray(payments.variableSymbol, variableSymbols.flatMap(paddings)),
    eq(payments.method, 'bank_transfer'),
    eq(payments.purpose, 'order'),
  )
  await lockReaders(tx, tx.select({ id: payments.userId }).from(payments).where(isNamed))
  return tx
    .select({
      id: payments.id,
      userId: payments.userId,
      variableSymbol: payments.variableSymbol,
      state: payments.state,
      amountCents: payments.amountCents,
      paidOn: payments.paidOn,
      at: payments.at,
      isErased: sql<boolean>`${exists(erasedReader(tx))}`,
    })
    .from(payments)
    .where(isNamed)
    .orderBy(asc(payments.id))
    .for('no key update')
}

const symbolLength = 10

/** A symbol with each number of leading zeros; compared so, the index is used. */
function paddings(symbol: string): string[] {
  const bare = bareSymbol(symbol)
  return Array.from({ length: symbolLength - bare.length + 1 }, (_, zeros) => '0'.repeat(zeros) + bare)
}

/** Whose payment it is, where that reader's data were erased. */
const erasedReader = (tx: Tx) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, payments.userId), isNotNull(users.anonymizedAt)))

/** What has come for a payment in other sums than its own, in cents. */
export async function findReceivedCents(db: Db, paymentId: number): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${bankEntries.amountCents}), 0)::int` })
    .from(bankEntries)
    .where(
      and(
        eq(bankEntries.paymentId, paymentId),
        eq(bankEntries.state, 'unmatched'),
        inArray(bankEntries.reason, ['underpaid', 'overpaid']),
      ),
    )
  return row?.cents ?? 0
}

/** Payments by transfer that are open, newest first, with what they are for. */
export const findAwaitedTransfers = (
  db: Db | Tx,
  wanted: {
    variableSymbol?: string | undefined
    readerId?: number | undefined
    before?: number | undefined
    limit: number
  },
) =>
  db
    .select({
      paymentId: payments.id,
      orderId: orders.id,
      variableSymbol: sql<string>`coalesce(${payments.variableSymbol}, '')`,
      amountCents: payments.amountCents,
      orderedAt: payments.at,
      expiresAt: orders.expiresAt,
      isExpired: sql<boolean>`coalesce(${orders.state} <> 'waiting', false)`,
      product: { code: products.code, nameSk: products.nameSk },
      reader: { id: users.id, email: users.email },
    })
    .from(payments)
    .innerJoin(products, eq(products.code, payments.productCode))
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(orders, eq(orders.paymentId, payments.id))
    .where(
      and(
        eq(payments.method, 'bank_transfer'),
        inArray(payments.state, ['created', 'submitted']),
        wanted.variableSymbol === undefined ? undefined : eq(payments.variableSymbol, wanted.variableSymbol),
        wanted.readerId === undefined ? undefined : eq(payments.userId, wanted.readerId),
        wanted.before === undefined ? undefined : lt(payments.id, wanted.before),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(wanted.limit)

/** Whether one of these subscriptions ends at a moment or later. */
export const someEndAfter = async (
  db: Db | Tx,
  ids: readonly number[],
  at: Temporal.Instant,
): Promise<boolean> =>
  (await db.$count(subscriptions, and(inArray(subscriptions.id, [...ids]), gte(subscriptions.endsAt, at)))) >
  0
