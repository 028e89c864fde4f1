import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Held } from './paid-periods.ts'
import { isPaidFor, isReadBy, isSeat, shortenedCents } from './store.ts'
import { products, recurringProfiles, subscriptions, upgrades } from './tables.ts'

/** A period that runs or is still to begin, with its product. */
export type Holding = Held & {
  userId: number
  anchorAt: Temporal.Instant | null
  /** The renewal plan for the period after it, in whatever state. */
  renewal: typeof recurringProfiles.$inferSelect | null
}

/** Whether a phone company or Google renews it: that goes on there, whatever is bought here (decision 038). */
export const renewsElsewhere = (
  renewal: Pick<typeof recurringProfiles.$inferSelect, 'state' | 'cardId'> | null,
): boolean => renewal?.state === 'active' && renewal.cardId === null

/** Readers' present and future periods, sorted by their end; company subscriptions that one only manages are left out. */
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
      anchorAt: subscriptions.anchorAt,
      priceCents: sql<number>`${subscriptions.priceCents} - ${shortenedCents(subscriptions.paymentId)}`,
      isPaidFor,
      /** Unused value of each subscription that it replaced (proration credit). */
      credits: sql<number[]>`array(select ${upgrades.creditedCents} from ${upgrades}
        where ${upgrades.openedId} = ${subscriptions.id})`,
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
  return rows.map(({ priceCents, isPaidFor: isPaid, credits, ...row }) => ({
    ...row,
    access: row.product.access,
    seats: row.isSeat ? 1 : row.product.seats,
    worthCents: credits.reduce((total, cents) => total + cents, priceCents),
    isRest: credits.length > 0,
    isOwn: isPaid && !row.isSeat,
    renewsElsewhere: renewsElsewhere(row.renewal),
  }))
}
