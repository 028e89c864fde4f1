import { and, eq, exists, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
// Joined for display only: the rows belong to the modules that own them.
import { accesses, sharedSubscriptions } from '../companies/tables.ts'
import { users } from '../identity/tables.ts'
import { documents } from '../invoices/tables.ts'
import { payments, refunds } from '../payments/tables.ts'
import { products, recurringProfiles, subscriptions } from './tables.ts'

/**
 * Whether a subscription gives its reader access. A company's subscription does so only through a seat: its buyer or
 * administrator does not read by that alone.
 */
export const isReadBy = sql<boolean>`not (${products.audience} = 'company' and (
  ${subscriptions.paymentId} is not null or ${subscriptions.priceCents} > 0
  or exists (select 1 from ${sharedSubscriptions} where ${sharedSubscriptions.subscriptionId} = ${subscriptions.id})))`

/** Whether its reader's own payment paid for it, and was not refunded. */
export const isPaidFor = sql<boolean>`exists (
  select 1 from ${payments} where ${payments.id} = ${subscriptions.paymentId} and ${payments.state} = 'paid')`

/** What was given back of a payment for days that were taken off the end of its period: they are not paid for any more. */
export const shortenedCents = (paymentId: PgColumn): SQL<number> => sql<number>`(
  select coalesce(sum(${refunds.amountCents}), 0)::int from ${refunds}
  where ${refunds.paymentId} = ${paymentId} and ${refunds.access} = 'shorten')`

/** Whether it is a seat in another reader's subscription. */
export const isSeat = sql<boolean>`exists (
  select 1 from ${accesses} where ${accesses.seatSubscriptionId} = ${subscriptions.id})`

/** What each subscription that runs at `now` gives. */
export const findRunningSubscriptions = (db: Db, userId: number, now: Temporal.Instant) =>
  db
    .select({
      endsAt: subscriptions.endsAt,
      access: products.access,
      group: products.group,
      deviceLimit: products.deviceLimit,
      renewal: recurringProfiles.state,
      method: payments.method,
    })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .leftJoin(
      recurringProfiles,
      and(eq(recurringProfiles.subscriptionId, subscriptions.id), eq(recurringProfiles.state, 'active')),
    )
    .leftJoin(payments, eq(payments.id, subscriptions.paymentId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        lte(subscriptions.startsAt, now),
        gt(subscriptions.endsAt, now),
        isReadBy,
      ),
    )

/** How each subscription that runs at `now` or begins later was paid for; null for another person's payment. */
export const findPaymentMethods = (db: Db, userId: number, now: Temporal.Instant) =>
  db
    .select({ method: payments.method })
    .from(subscriptions)
    .leftJoin(payments, eq(payments.id, subscriptions.paymentId))
    .where(and(eq(subscriptions.userId, userId), gt(subscriptions.endsAt, now)))

/** Whether a subscription is the reader's, and how it was paid for. */
export async function findOwnSubscription(tx: Db | Tx, userId: number, id: number) {
  const [row] = await tx
    .select({ id: subscriptions.id, method: payments.method })
    .from(subscriptions)
    .leftJoin(payments, eq(payments.id, subscriptions.paymentId))
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.id, id)))
  return row
}

/** What a payment was for, and the reader to notify. */
export const findPaidProduct = async (
  tx: Tx,
  payment: Pick<typeof payments.$inferSelect, 'id' | 'productCode' | 'userId'>,
) =>
  onlyRow(
    await tx
      .select({
        product: { nameSk: products.nameSk, nameEn: products.nameEn },
        reader: { email: users.email, locale: users.locale },
        /** None of what was loaded without it. */
        hasDocument: exists(
          tx.select({ id: documents.id }).from(documents).where(eq(documents.paymentId, payment.id)),
        ).mapWith(Boolean),
      })
      .from(products)
      .innerJoin(users, eq(users.id, payment.userId))
      .where(eq(products.code, payment.productCode)),
  )
