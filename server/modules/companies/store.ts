import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database.ts'
// Read for what is shared and by whom: the rows belong to other modules.
import { users } from '../identity/tables.ts'
import { products, subscriptions } from '../subscriptions/tables.ts'
import { accesses, sharedSubscriptions } from './tables.ts'

export type AccessRow = typeof accesses.$inferSelect

/** Who manages a subscription: whoever was named, otherwise whose it is. */
const administrator = sql<number>`coalesce(${sharedSubscriptions.administratorId}, ${subscriptions.userId})`

const selectShared = (db: Db | Tx) =>
  db
    .select({
      id: subscriptions.id,
      startsAt: subscriptions.startsAt,
      endsAt: subscriptions.endsAt,
      administratorId: administrator.mapWith(Number),
      seats: sql`coalesce(${sharedSubscriptions.seats}, ${products.seats})`.mapWith(Number),
      companyName: sharedSubscriptions.companyName,
      isOpened: isNotNull(sharedSubscriptions.subscriptionId).mapWith(Boolean),
      administrator: { name: users.name, email: users.email, locale: users.locale },
      product: products,
    })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .leftJoin(sharedSubscriptions, eq(sharedSubscriptions.subscriptionId, subscriptions.id))
    .innerJoin(users, eq(users.id, administrator))

/** A place that was given to a reader is of the same product, but has nothing to give. */
const isShared = and(
  inArray(products.audience, ['company', 'family']),
  or(
    isNotNull(sharedSubscriptions.subscriptionId),
    and(
      or(isNotNull(subscriptions.paymentId), sql`${subscriptions.priceCents} > 0`),
      sql`not exists (select 1 from ${accesses} where ${accesses.seatSubscriptionId} = ${subscriptions.id})`,
    ),
  ),
)

export type SharedRow = Awaited<ReturnType<typeof selectShared>>[number]

/** What a reader manages, the one that ends last first. */
export const findManaged = (db: Db, userId: number): Promise<SharedRow[]> =>
  selectShared(db)
    .where(and(isShared, sql`${administrator} = ${userId}`))
    .orderBy(desc(subscriptions.endsAt), desc(subscriptions.id))

/** One subscription whose places are given to others. */
export async function findShared(db: Db | Tx, subscriptionId: number): Promise<SharedRow | undefined> {
  const [row] = await selectShared(db).where(and(isShared, eq(subscriptions.id, subscriptionId)))
  return row
}

/** Accesses that hold a place, by subscription. */
export async function countUsed(
  db: Db | Tx,
  subscriptionIds: readonly number[],
): Promise<Map<number, number>> {
  if (subscriptionIds.length === 0) return new Map()
  const rows = await db
    .select({ id: accesses.subscriptionId, used: sql`count(*)`.mapWith(Number) })
    .from(accesses)
    .where(and(inArray(accesses.subscriptionId, [...subscriptionIds]), isNull(accesses.deactivatedAt)))
    .groupBy(accesses.subscriptionId)
  return new Map(rows.map(({ id, used }) => [id, used]))
}

/** All accesses of a subscription: those that hold a place first, each in the order of their addresses. */
export const findAccesses = (db: Db | Tx, subscriptionId: number): Promise<AccessRow[]> =>
  db
    .select()
    .from(accesses)
    .where(eq(accesses.subscriptionId, subscriptionId))
    .orderBy(sql`${accesses.deactivatedAt} is not null`, asc(accesses.email), desc(accesses.id))

export async function findAccess(tx: Tx, subscriptionId: number, id: number): Promise<AccessRow | undefined> {
  const [row] = await tx
    .select()
    .from(accesses)
    .where(and(eq(accesses.subscriptionId, subscriptionId), eq(accesses.id, id)))
  return row
}

export async function findAccessByLinkKey(db: Db | Tx, linkKey: string): Promise<AccessRow | undefined> {
  const [row] = await db.select().from(accesses).where(eq(accesses.linkKey, linkKey))
  return row
}

/** Languages of the accounts that some addresses have; those without one are not in it. */
export async function findLocales(tx: Tx, emails: readonly string[]) {
  if (emails.length === 0) return new Map<string, 'sk' | 'en'>()
  const rows = await tx
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(inArray(users.email, [...emails]))
  return new Map(rows.map(({ email, locale }) => [email, locale]))
}
