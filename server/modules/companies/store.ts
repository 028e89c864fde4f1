import { and, asc, desc, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database/database.ts'
// Joined for reading only: the rows belong to other modules.
import { users } from '../identity/tables.ts'
import { orders } from '../orders/tables.ts'
import { payments, refunds } from '../payments/tables.ts'
import { products, subscriptions } from '../subscriptions/tables.ts'
import { accesses, documentRecipients, sharedSubscriptions } from './tables.ts'

/** Administrator of a subscription: the one named, otherwise its owner. */
const administrator = sql<number>`coalesce(${sharedSubscriptions.administratorId}, ${subscriptions.userId})`

const selectShared = (db: Db | Tx) =>
  db
    .select({
      id: subscriptions.id,
      startsAt: subscriptions.startsAt,
      endsAt: sql<Temporal.Instant>`coalesce(${sharedSubscriptions.endsAt}, ${subscriptions.endsAt})`.mapWith(
        subscriptions.endsAt,
      ),
      administratorId: administrator.mapWith(Number),
      seats: sql`coalesce(${sharedSubscriptions.seats}, ${products.seats})`.mapWith(Number),
      companyName: sharedSubscriptions.companyName,
      companyId: sharedSubscriptions.companyId,
      buyerReference: sharedSubscriptions.buyerReference,
      isOpened: isNotNull(sharedSubscriptions.subscriptionId).mapWith(Boolean),
      administrator: {
        name: users.name,
        email: users.email,
        locale: users.locale,
        erasedAt: users.anonymizedAt,
      },
      product: products,
    })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .leftJoin(sharedSubscriptions, eq(sharedSubscriptions.subscriptionId, subscriptions.id))
    .innerJoin(users, eq(users.id, administrator))

const former = alias(subscriptions, 'former')
const formerProduct = alias(products, 'former_product')

/**
 * Left out: a reader's own seat, which is of the same product but has no seats, and renewal periods, whose seats belong
 * to the first period.
 */
const isShared = and(
  inArray(products.audience, ['company', 'family']),
  sql`not exists (select 1 from ${subscriptions} ${sql.identifier('former')}
    join ${products} ${sql.identifier('former_product')} on ${formerProduct.code} = ${former.productCode}
    where ${former.id} = ${subscriptions.renewalOf} and ${formerProduct.audience} = ${products.audience})`,
  or(
    isNotNull(sharedSubscriptions.subscriptionId),
    and(
      or(isNotNull(subscriptions.paymentId), sql`${subscriptions.priceCents} > 0`),
      sql`not exists (select 1 from ${accesses} where ${accesses.seatSubscriptionId} = ${subscriptions.id})`,
    ),
  ),
)

export type SharedRow = Awaited<ReturnType<typeof selectShared>>[number]

/**
 * What a reader manages: as the one named, or as owner where none was named. Two branches, each with an index of its
 * own, since no index can serve the computed `administrator`.
 */
const managedBy = (db: Db, userId: number) =>
  union(
    db
      .select({ id: sharedSubscriptions.subscriptionId })
      .from(sharedSubscriptions)
      .where(eq(sharedSubscriptions.administratorId, userId)),
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.userId, userId),
          sql`not exists (select 1 from ${sharedSubscriptions} where ${sharedSubscriptions.subscriptionId} = ${subscriptions.id})`,
        ),
      ),
  )

/** What a reader manages, the one that ends last first. */
export const findManaged = (db: Db, userId: number) =>
  selectShared(db)
    .where(and(isShared, inArray(subscriptions.id, managedBy(db, userId))))
    .orderBy(
      desc(sql`coalesce(${sharedSubscriptions.endsAt}, ${subscriptions.endsAt})`),
      desc(subscriptions.id),
    )

/** One shared subscription. */
export async function findShared(db: Db | Tx, subscriptionId: number): Promise<SharedRow | undefined> {
  const [row] = await selectShared(db).where(and(isShared, eq(subscriptions.id, subscriptionId)))
  return row
}

/** Locks a shared subscription until the end of the transaction. */
export async function lockShared(tx: Tx, subscriptionId: number): Promise<void> {
  await tx
    .select({ id: sharedSubscriptions.subscriptionId })
    .from(sharedSubscriptions)
    .where(eq(sharedSubscriptions.subscriptionId, subscriptionId))
    .for('update')
}

/** Languages by address, for addresses with an account. */
export async function findLocales(tx: Tx, emails: readonly string[]) {
  if (emails.length === 0) return new Map<string, 'sk' | 'en'>()
  const rows = await tx
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(inArray(users.email, [...emails]))
  return new Map(rows.map(({ email, locale }) => [email, locale]))
}

/** Packages of a group on sale to companies, the smallest first. */
export const findPackages = (db: Db | Tx, group: SharedRow['product']['group']) =>
  db
    .select()
    .from(products)
    .where(and(eq(products.audience, 'company'), eq(products.group, group), eq(products.sold, true)))
    .orderBy(asc(products.seats))

/** The periods of companies and families that payments have opened. */
export const findSharedPeriodsPaidBy = (tx: Tx, paymentIds: readonly number[]) =>
  selectPeriods(tx)
    .where(
      and(
        inArray(subscriptions.paymentId, [...paymentIds]),
        inArray(products.audience, ['company', 'family']),
      ),
    )
    .orderBy(asc(subscriptions.id))

export async function findPeriod(tx: Tx, id: number) {
  const [row] = await selectPeriods(tx).where(eq(subscriptions.id, id))
  return row
}

const selectPeriods = (tx: Tx) =>
  tx
    .select({
      id: subscriptions.id,
      userId: subscriptions.userId,
      renewalOf: subscriptions.renewalOf,
      startsAt: subscriptions.startsAt,
      endsAt: subscriptions.endsAt,
      audience: products.audience,
      seats: products.seats,
    })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))

/** The last period of a shared subscription, by which it would be renewed. */
export async function findLastPeriodId(tx: Tx, sharedId: number): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`${chainOf(sharedId)} select id from chain order by depth desc limit 1`,
  )
  return rows[0]?.id ?? sharedId
}

/** A period, if it is a renewal's that was paid for since a moment. */
export async function findRenewedSince(tx: Tx, id: number, since: Temporal.Instant) {
  const [row] = await tx
    .select({ endsAt: subscriptions.endsAt, seats: products.seats })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .innerJoin(payments, eq(payments.id, subscriptions.paymentId))
    .where(and(eq(subscriptions.id, id), isNotNull(subscriptions.renewalOf), gte(payments.settledAt, since)))
  return row
}

/** Till when a shared subscription is paid for, its renewals included. */
export async function findLastEnd(tx: Tx, sharedId: number): Promise<Temporal.Instant> {
  const [row] = await tx
    .select({ endsAt: sql`max(${subscriptions.endsAt})`.mapWith(subscriptions.endsAt) })
    .from(subscriptions)
    .where(sql`${subscriptions.id} in (${chainOf(sharedId)} select id from chain)`)
  if (!row) throw new Error('A subscription that is shared is not there')
  return row.endsAt
}

/** The last period of a shared subscription of which anything is left, with the seats of its package and those added since. */
export async function findLastPaidFor(
  tx: Tx,
  sharedId: number,
): Promise<{ endsAt: Temporal.Instant; seats: number } | undefined> {
  const added = sql`select sum(more.seats) from ${orders}
    join ${products} more on more.code = ${orders.productCode}
    join ${payments} paid on paid.id = ${orders.paymentId} and paid.state = 'paid'
    where ${orders.sharedId} = ${sharedId} and ${orders.sharedAct} = 'add_seats'
      and (${payments.settledAt} is null or paid.settled_at >= ${payments.settledAt})
      and not exists (select 1 from ${refunds} r where r.payment_id = paid.id and r.access = 'end')`
  const [row] = await tx
    .select({
      endsAt: subscriptions.endsAt,
      seats: sql`${products.seats} + coalesce((${added}), 0)`.mapWith(Number),
    })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .leftJoin(payments, eq(payments.id, subscriptions.paymentId))
    .where(
      sql`${subscriptions.id} in (${chainOf(sharedId)} select id from chain) and ${subscriptions.endsAt} > ${subscriptions.startsAt}`,
    )
    .orderBy(desc(subscriptions.endsAt))
    .limit(1)
  return row
}

/**
 * Seats that a payment has added, by subscription; left out are those that went when a renewal set their number, and those
 * that another refund of the payment has taken.
 *
 * @param tx transaction of the refund, which has locked the payment
 */
export async function findSeatsOf(
  tx: Tx,
  { id, paymentId }: { id: number; paymentId: number },
): Promise<{ sharedId: number; seats: number }[]> {
  const rows = await tx
    .select({ sharedId: orders.sharedId, seats: products.seats })
    .from(orders)
    .innerJoin(products, eq(products.code, orders.productCode))
    .innerJoin(payments, eq(payments.id, orders.paymentId))
    .where(
      and(
        eq(orders.paymentId, paymentId),
        eq(orders.sharedAct, 'add_seats'),
        sql`not exists (select 1 from ${refunds} r
          where r.payment_id = ${orders.paymentId} and r.access = 'end' and r.id <> ${id})`,
        sql`not exists (${chainOf(orders.sharedId)} select 1 from chain join ${payments} p on p.id = chain.payment_id
          where chain.depth > 0 and p.settled_at >= ${payments.settledAt}
            and not exists (select 1 from ${refunds} e where e.payment_id = p.id and e.access = 'end'))`,
      ),
    )
  return rows.flatMap(({ sharedId, seats }) => (sharedId === null ? [] : [{ sharedId, seats }]))
}

/** Payments by which a shared subscription was bought, renewed and enlarged. */
export async function findPaymentIds(db: Db, sharedId: number): Promise<number[]> {
  const { rows } = await db.execute<{ payment_id: number }>(
    sql`${chainOf(sharedId)}
      select payment_id from chain where payment_id is not null
      union select ${orders.paymentId} from ${orders} where ${orders.sharedId} = ${sharedId}`,
  )
  return rows.map(row => row.payment_id)
}

export type RecipientRow = typeof documentRecipients.$inferSelect

/** Whom a company's documents are mailed to, in the order in which they were added. */
export const findDocumentRecipients = (db: Db | Tx, subscriptionId: number): Promise<RecipientRow[]> =>
  db
    .select()
    .from(documentRecipients)
    .where(eq(documentRecipients.subscriptionId, subscriptionId))
    .orderBy(asc(documentRecipients.id))

/** The same for the companies that some payments are of, with the company's name; each once a payment. */
export async function findRecipientsOfPayments(tx: Tx, paymentIds: readonly number[]) {
  const ids = sql.param([...paymentIds])
  const { rows } = await tx.execute<{
    payment_id: number
    id: number
    email: string
    locale: RecipientRow['locale']
    company: string
  }>(sql`with recursive chain (payment_id, id, renewal_of) as (
      select s.payment_id, s.id, s.renewal_of from ${subscriptions} s where s.payment_id = any(${ids})
      union all
      select chain.payment_id, s.id, s.renewal_of from ${subscriptions} s join chain on s.id = chain.renewal_of)
    select of.payment_id, r.id, r.email, r.locale, coalesce(c.company_name, u.name, u.email) as company
    from (select payment_id, id from chain
      union select o.payment_id, o.shared_id from ${orders} o where o.payment_id = any(${ids})) of
    join ${documentRecipients} r on r.subscription_id = of.id and r.stopped_at is null
    join ${sharedSubscriptions} c on c.subscription_id = of.id
    join ${users} u on u.id = c.administrator_id
    order by of.payment_id, r.id
    for share of r`)
  return rows
}

const chainOf = (
  sharedId: number | typeof orders.sharedId,
) => sql`with recursive chain (id, payment_id, depth) as (
  select s.id, s.payment_id, 0 from ${subscriptions} s where s.id = ${sharedId}
  union all
  select s.id, s.payment_id, chain.depth + 1 from ${subscriptions} s join chain on s.renewal_of = chain.id)`
