import { and, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database.ts'
import type { Paid } from './purchase-plan.ts'
import { isReadBy, isSeat } from './store.ts'
import { products, recurringProfiles, subscriptions } from './tables.ts'

/** A period that runs or is still to begin, with its product. */
export type Holding = Paid & {
  userId: number
  product: typeof products.$inferSelect
  /** What was planned for the period after it, whatever has become of that. */
  renewal: typeof recurringProfiles.$inferSelect | null
}

/** All that readers read by now or later, the first to end first; company subscriptions that one only manages are not in it. */
export async function findHoldings(
  db: Db | Tx,
  userIds: readonly number[],
  now: Temporal.Instant,
): Promise<Holding[]> {
  const rows = await db
    .select({
      id: subscriptions.id,
      userId: subscriptions.userId,
      startsAt: subscriptions.startsAt,
      endsAt: subscriptions.endsAt,
      product: products,
      renewal: recurringProfiles,
      isSeat,
    })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .leftJoin(
      recurringProfiles,
      and(
        eq(recurringProfiles.subscriptionId, subscriptions.id),
        ne(recurringProfiles.state, 'charge_failed'),
      ),
    )
    .where(and(inArray(subscriptions.userId, [...userIds]), gt(subscriptions.endsAt, now), isReadBy))
    .orderBy(subscriptions.endsAt, subscriptions.id)
  return rows.map(row => ({
    ...row,
    access: row.product.access,
    seats: row.isSeat ? 1 : row.product.seats,
  }))
}
