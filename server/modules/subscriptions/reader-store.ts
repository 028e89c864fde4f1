import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/database/database.ts'
import { prepareLookup } from '#server/platform/database/prepare-lookup.ts'
// Joined for display only: the rows belong to the modules that own them.
import { accesses, sharedSubscriptions } from '../companies/tables.ts'
import { coupons, gifts } from '../coupons/tables.ts'
import { users } from '../identity/tables.ts'
import { documents } from '../invoices/tables.ts'
import { orders } from '../orders/tables.ts'
import { cards, disputes, payments, refunds } from '../payments/tables.ts'
import { isReadBy } from './store.ts'
import { products, recurringProfiles, subscriptions, upgrades } from './tables.ts'

/** Whether it came from a gift whose money goes back to its giver; by its reader's coupons, which are indexed. */
const isCancelledGift = sql<boolean>`${products.audience} = 'gift' and exists (
  select 1 from ${coupons} join ${gifts} on ${gifts.couponId} = ${coupons.id}
  join ${refunds} on ${refunds.paymentId} = ${gifts.paymentId}
  where ${coupons.usedBy} = ${subscriptions.userId} and ${coupons.subscriptionId} = ${subscriptions.id}
  and ${refunds.access} = 'end')`

/** Whether it does not renew, and is not turned on, since a payment of its reader's is disputed. */
const isBarred = sql<boolean>`exists (
  select 1 from ${payments} join ${disputes} on ${disputes.paymentId} = ${payments.id}
  where ${recurringProfiles.state} in ('user_stop', 'admin_stop') and ${disputes.closedAt} is null
  and ${payments.userId} = ${subscriptions.userId})`

/** Whether its reader's account is about to be deleted: nothing is charged any more. */
const isLeaving = sql<boolean>`exists (select 1 from ${users} as reader
  where reader.id = ${subscriptions.userId} and reader.anonymization_requested_at is not null)`

/** Whether it was renewed: a plan renews once, so none is left where that was given back. */
const isRenewed = sql<boolean>`exists (select 1 from ${recurringProfiles} as charged
  where charged.subscription_id = ${subscriptions.id} and charged.state = 'charged')`

const nextProduct = alias(products, 'next_product')
/** What a product renews into, i.e. what the renewal after it will charge. */
const renewedProduct = alias(products, 'renewed_product')
/** What a reader has chosen to have next. */
const changedProduct = alias(products, 'changed_product')
/** What a change at once is of, whose payment is not confirmed yet. */
const awaitedProduct = alias(products, 'awaited_product')
const renewalCard = alias(cards, 'renewal_card')

/** Everything that a reader is shown of each subscription (R3.06). */
export const findReaderSubscriptions = (db: Db) =>
  prepareLookup(
    subscriptions.userId,
    (isAskedFor, suffix) => selectOf(db, isAskedFor).prepare(`reader_subscriptions${suffix}`),
    row => row.subscription.userId,
  )

/** The query of `findReaderSubscriptions` for several readers, prepared. */
export const prepareReaderSubscriptions = (db: Db) =>
  selectOf(db, sql`${subscriptions.userId} = any(${sql.placeholder('userIds')})`).prepare(
    'reader_subscriptions',
  )

const selectOf = (db: Db, whose: SQL) =>
  db
    .select({
      subscription: {
        id: subscriptions.id,
        userId: subscriptions.userId,
        priceCents: subscriptions.priceCents,
        startsAt: subscriptions.startsAt,
        endsAt: subscriptions.endsAt,
      },
      product: {
        code: products.code,
        group: products.group,
        audience: products.audience,
        renewsInto: products.renewsInto,
        currency: products.currency,
        access: products.access,
        deviceLimit: products.deviceLimit,
        seats: products.seats,
        nameSk: products.nameSk,
        nameEn: products.nameEn,
      },
      renewal: {
        state: recurringProfiles.state,
        cardId: recurringProfiles.cardId,
        chargeAt: recurringProfiles.chargeAt,
        paymentId: recurringProfiles.paymentId,
        pausedUntil: recurringProfiles.pausedUntil,
        failedAttempts: recurringProfiles.failedAttempts,
        lastFailure: recurringProfiles.lastFailure,
        priceCents: recurringProfiles.priceCents,
        comingCents: recurringProfiles.comingCents,
        comingFrom: recurringProfiles.comingFrom,
        plannedChange: recurringProfiles.plannedChange,
      },
      changedProduct: {
        code: changedProduct.code,
        nameSk: changedProduct.nameSk,
        nameEn: changedProduct.nameEn,
      },
      awaitedProduct: {
        code: awaitedProduct.code,
        nameSk: awaitedProduct.nameSk,
        nameEn: awaitedProduct.nameEn,
      },
      nextProduct: {
        code: nextProduct.code,
        nameSk: nextProduct.nameSk,
        nameEn: nextProduct.nameEn,
        priceCents: nextProduct.priceCents,
        access: nextProduct.access,
        audience: nextProduct.audience,
        renewsInto: nextProduct.renewsInto,
        seats: nextProduct.seats,
        length: nextProduct.length,
      },
      renewedProduct: {
        code: renewedProduct.code,
        nameSk: renewedProduct.nameSk,
        nameEn: renewedProduct.nameEn,
        priceCents: renewedProduct.priceCents,
        length: renewedProduct.length,
      },
      payment: { id: payments.id, method: payments.method, state: payments.state },
      /** When the contract was concluded; null of what nobody ordered here. */
      contractAt: sql<Temporal.Instant | null>`case when ${payments.purpose} = 'upgrade'
        or exists (select 1 from ${orders} where ${orders.paymentId} = ${payments.id}) then ${payments.settledAt} end`.mapWith(
        payments.settledAt,
      ),
      card: { brand: renewalCard.brand, last4: renewalCard.last4, validUntil: renewalCard.validUntil },
      document: { id: documents.id, kind: documents.kind, paymentId: documents.paymentId },
      reads: isReadBy.mapWith(Boolean),
      isBarred: isBarred.mapWith(Boolean),
      isLeaving: isLeaving.mapWith(Boolean),
      isRenewed: isRenewed.mapWith(Boolean),
      isCancelledGift: isCancelledGift.mapWith(Boolean),
      givenBy: sql<string | null>`case when ${accesses.id} is null then null
        else coalesce(${sharedSubscriptions.companyName}, case when ${users.anonymizedAt} is null
          then coalesce(${users.name}, ${users.email}) else '' end) end`,
    })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .leftJoin(
      recurringProfiles,
      and(
        eq(recurringProfiles.subscriptionId, subscriptions.id),
        sql`${recurringProfiles.state} in ('active', 'user_stop', 'admin_stop', 'system_stop')`,
      ),
    )
    .leftJoin(nextProduct, eq(nextProduct.code, recurringProfiles.nextProductCode))
    .leftJoin(
      changedProduct,
      sql`${changedProduct.code} = ${recurringProfiles.plannedChange} ->> 'productCode'`,
    )
    .leftJoin(
      upgrades,
      and(
        eq(upgrades.subscriptionId, subscriptions.id),
        isNotNull(upgrades.offerCode),
        isNull(upgrades.openedId),
        isNull(upgrades.failedAt),
      ),
    )
    .leftJoin(awaitedProduct, eq(awaitedProduct.code, upgrades.productCode))
    .leftJoin(renewedProduct, eq(renewedProduct.code, products.renewsInto))
    .leftJoin(payments, eq(payments.id, subscriptions.paymentId))
    .leftJoin(renewalCard, eq(renewalCard.id, sql`coalesce(${recurringProfiles.cardId}, ${payments.cardId})`))
    // Another person's payment has that person's document: not shown.
    .leftJoin(
      documents,
      and(
        eq(documents.paymentId, payments.id),
        eq(documents.userId, subscriptions.userId),
        sql`${documents.kind} <> 'credit_note'`,
      ),
    )
    // The inviter, if it is a seat in another reader's subscription.
    .leftJoin(accesses, eq(accesses.seatSubscriptionId, subscriptions.id))
    .leftJoin(sharedSubscriptions, eq(sharedSubscriptions.subscriptionId, accesses.subscriptionId))
    .leftJoin(users, eq(users.id, sharedSubscriptions.administratorId))
    .where(whose)
    .orderBy(desc(subscriptions.endsAt), desc(subscriptions.id))

export type ReaderSubscriptionRow = Awaited<
  ReturnType<ReturnType<typeof prepareReaderSubscriptions>['execute']>
>[number]
