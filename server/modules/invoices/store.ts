import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { isAnyOf } from '#server/platform/database/is-any-of.ts'
// Joined for what a document freezes: the rows belong to their modules.
import { addresses } from '../addresses/tables.ts'
import { sharedSubscriptions } from '../companies/tables.ts'
import { users } from '../identity/tables.ts'
import { orders } from '../orders/tables.ts'
import { payments } from '../payments/tables.ts'
import { products, subscriptions } from '../subscriptions/tables.ts'
import { documents } from './tables.ts'

/** The company's subscription that an order has added seats to. */
const enlarged = alias(subscriptions, 'enlarged')

/** Everything that documents state of payments, their readers and products, in the payments' order. */
export const findPaidFor = (tx: Tx, paymentIds: readonly number[]) =>
  tx
    .selectDistinctOn([payments.id], {
      payment: {
        id: payments.id,
        userId: payments.userId,
        method: payments.method,
        amountCents: payments.amountCents,
        at: payments.at,
        paidOn: payments.paidOn,
        variableSymbol: payments.variableSymbol,
      },
      product: {
        group: products.group,
        audience: products.audience,
        nameSk: products.nameSk,
        nameEn: products.nameEn,
        priceCents: products.priceCents,
        printCents: products.printCents,
        length: products.length,
        seats: products.seats,
      },
      reader: { email: users.email, name: users.name, locale: users.locale },
      order: {
        id: orders.id,
        address: orders.address,
        giftEmail: orders.giftEmail,
        buyerReference: orders.buyerReference,
      },
      opened: { startsAt: subscriptions.startsAt, endsAt: subscriptions.endsAt },
      seatsUntil: sql`coalesce(${sharedSubscriptions.endsAt}, ${enlarged.endsAt})`.mapWith(
        (value: string): Temporal.Instant | null => Temporal.Instant.from(value),
      ),
      /** The company's own number of its order, where this order names none. */
      currentReference: sql<string | null>`(
        with recursive chain (id, renewal_of) as (
          select s.id, s.renewal_of from ${subscriptions} s where s.payment_id = ${payments.id}
          union all select s.id, s.renewal_of from ${subscriptions} s join chain on s.id = chain.renewal_of)
        select (array_agg(shared.buyer_reference order by shared.subscription_id))[1]
          from ${sharedSubscriptions} shared
          where shared.subscription_id in (select ${orders.sharedId} union all select id from chain))`,
    })
    .from(payments)
    .innerJoin(products, eq(products.code, payments.productCode))
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(orders, eq(orders.paymentId, payments.id))
    .leftJoin(subscriptions, eq(subscriptions.paymentId, payments.id))
    .leftJoin(enlarged, and(eq(orders.sharedAct, 'add_seats'), eq(enlarged.id, orders.subscriptionId)))
    .leftJoin(sharedSubscriptions, eq(sharedSubscriptions.subscriptionId, enlarged.id))
    .where(isAnyOf(payments.id, paymentIds))
    .orderBy(payments.id, subscriptions.id)

export type PaidFor = Awaited<ReturnType<typeof findPaidFor>>[number]

/** The addresses for invoices of those readers who have any, the one that was changed last first. */
export async function findInvoiceAddresses(tx: Db | Tx, userIds: readonly number[]) {
  const rows = await tx
    .select({
      userId: addresses.userId,
      address: {
        type: addresses.type,
        name: addresses.name,
        surname: addresses.surname,
        street: addresses.street,
        number: addresses.number,
        city: addresses.city,
        zip: addresses.zip,
        country: addresses.country,
        company_name: addresses.companyName,
        company_id: addresses.companyId,
        company_tax_id: addresses.companyTaxId,
        company_vat_id: addresses.companyVatId,
      } satisfies Record<keyof AddressInput, unknown>,
    })
    .from(addresses)
    .where(and(isAnyOf(addresses.userId, userIds), eq(addresses.type, 'invoice')))
    .orderBy(desc(addresses.changedAt), desc(addresses.id))
  const known = new Map<number, AddressInput[]>()
  for (const { userId, address } of rows) known.set(userId, [...(known.get(userId) ?? []), address])
  return known
}

/** Existing receipts and invoices of payments. */
export const findDocumentsOf = (tx: Tx, paymentIds: readonly number[]) =>
  tx
    .select()
    .from(documents)
    .where(and(isAnyOf(documents.paymentId, paymentIds), ne(documents.kind, 'credit_note')))

export const findDocumentById = (tx: Tx, id: number) =>
  tx.select().from(documents).where(eq(documents.id, id))

/** Kind and id of the receipt or invoice of each of these payments, as far as it was made out to this reader. */
export const findKinds = (db: Db, userId: number, paymentIds: readonly number[]) =>
  db
    .select({ id: documents.id, paymentId: documents.paymentId, kind: documents.kind })
    .from(documents)
    .where(
      and(
        inArray(documents.paymentId, [...paymentIds]),
        eq(documents.userId, userId),
        ne(documents.kind, 'credit_note'),
      ),
    )

/** Id of the credit note of each of these refunds, as far as it was made out to this reader. */
export const findCreditNotes = (db: Db, userId: number, refundIds: readonly number[]) =>
  db
    .select({ id: documents.id, refundId: documents.refundId })
    .from(documents)
    .where(and(inArray(documents.refundId, [...refundIds]), eq(documents.userId, userId)))

export type DocumentRow = typeof documents.$inferSelect

export const findDocuments = (db: Db, userId: number) =>
  db
    .select()
    .from(documents)
    .where(eq(documents.userId, userId))
    .orderBy(desc(documents.issuedAt), desc(documents.id))

export async function findDocumentsOfPayments(db: Db, paymentIds: readonly number[]) {
  if (paymentIds.length === 0) return []
  return db
    .select()
    .from(documents)
    .where(inArray(documents.paymentId, [...paymentIds]))
    .orderBy(desc(documents.issuedAt), desc(documents.id))
}

/** One document of a reader. @param key its own id, or that of the payment which it belongs to */
export async function findDocument(db: Db, userId: number, key: { id: number } | { paymentId: number }) {
  const which =
    'id' in key
      ? eq(documents.id, key.id)
      : and(eq(documents.paymentId, key.paymentId), ne(documents.kind, 'credit_note'))
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.userId, userId), which))
  return row
}

/** Documents of some payments that bear a number of a year, in pages by id. */
export const findDocumentsOfYear = (
  db: Db,
  paymentIds: readonly number[],
  { year, after, most }: { year: number; after: number; most: number },
) =>
  db
    .select()
    .from(documents)
    .where(
      and(inArray(documents.paymentId, [...paymentIds]), eq(documents.year, year), gt(documents.id, after)),
    )
    .orderBy(documents.id)
    .limit(most)

/** Those that were made out to a reader, in the same way. */
export const findDocumentsOfReader = (
  db: Db,
  userId: number,
  { after, most }: { after: number; most: number },
) =>
  db
    .select()
    .from(documents)
    .where(and(eq(documents.userId, userId), gt(documents.id, after)))
    .orderBy(documents.id)
    .limit(most)
