import { and, asc, eq, lte } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/jobs/each-alone.ts'
// Joined for reading only: the rows belong to other modules.
import { users } from '../identity/tables.ts'
import { cards, payments } from '../payments/tables.ts'
import { products, recurringProfiles, subscriptions } from '../subscriptions/tables.ts'
import { cardChanges } from './tables.ts'

const selectChanges = (db: Db | Tx) =>
  db
    .select({
      change: cardChanges,
      payment: payments,
      card: cards,
      product: { code: products.code, nameSk: products.nameSk, nameEn: products.nameEn },
      reader: { id: users.id, email: users.email, locale: users.locale },
      overdue: { state: recurringProfiles.state },
    })
    .from(cardChanges)
    .innerJoin(payments, eq(payments.id, cardChanges.paymentId))
    .innerJoin(subscriptions, eq(subscriptions.id, cardChanges.subscriptionId))
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .innerJoin(users, eq(users.id, cardChanges.userId))
    .leftJoin(cards, eq(cards.id, payments.cardId))
    .leftJoin(recurringProfiles, eq(recurringProfiles.id, cardChanges.overdueRenewalId))

export type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number]

export async function findChange(db: Db | Tx, userId: number, id: number): Promise<ChangeRow | undefined> {
  const [row] = await selectChanges(db).where(and(eq(cardChanges.userId, userId), eq(cardChanges.id, id)))
  return row
}

export async function findWaitingChange(tx: Tx, subscriptionId: number): Promise<ChangeRow | undefined> {
  const [row] = await selectChanges(tx).where(
    and(eq(cardChanges.subscriptionId, subscriptionId), eq(cardChanges.state, 'waiting')),
  )
  return row
}

export async function findChangeOfPayment(tx: Tx, paymentId: number): Promise<ChangeRow | undefined> {
  const [row] = await selectChanges(tx).where(eq(cardChanges.paymentId, paymentId))
  return row
}

/** Pending changes past their expiry. */
export const findOverdueChanges = (db: Db, now: Temporal.Instant, page: Page) =>
  db
    .select({ id: cardChanges.id, payment: payments })
    .from(cardChanges)
    .innerJoin(payments, eq(payments.id, cardChanges.paymentId))
    .where(
      and(eq(cardChanges.state, 'waiting'), lte(cardChanges.expiresAt, now), page.isNext(cardChanges.id)),
    )
    .orderBy(asc(cardChanges.id))
    .limit(page.limit)
