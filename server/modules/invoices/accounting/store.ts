import { and, eq, gte, isNotNull, lt, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { timeZone } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
// Joined for the ledger: the rows belong to their module.
import { payments, refunds } from '../../payments/tables.ts'
import { numberOf } from '../document-number.ts'
import { isEInvoiced, writeEInvoice } from '../e-invoice/write-e-invoice.ts'
import { readContent } from '../read-content.ts'
import { documents } from '../tables.ts'

const taxPoint = sql<string>`(${documents.content} ->> 'paidOn')`

/** @param day a column of a day, or its text */
const inMonth = (day: SQLWrapper, month: Temporal.PlainYearMonth) =>
  sql`${day} >= ${firstOf(month).toString()} and ${day} < ${firstOf(month.add({ months: 1 })).toString()}`

const firstOf = (month: Temporal.PlainYearMonth) => month.toPlainDate({ day: 1 })
const startOf = (month: Temporal.PlainYearMonth) => firstOf(month).toZonedDateTime(timeZone).toInstant()

/** Documents whose tax point is in a month, in the order of their days and numbers. */
export async function listAccountingDocuments(db: Db, month: Temporal.PlainYearMonth) {
  const rows = await db
    .select()
    .from(documents)
    .where(inMonth(taxPoint, month))
    .orderBy(taxPoint, documents.kind, documents.year, documents.serial)
  return rows.map(row => ({ ...row, number: numberOf(row), content: readContent(row.content) }))
}

/** What was paid in a month, by the days on which the money came, also what no document of ours is about. */
export const listAccountingPayments = (db: Db, month: Temporal.PlainYearMonth) =>
  db
    .select({
      id: payments.id,
      paidOn: sql<string>`${payments.paidOn}`,
      purpose: payments.purpose,
      method: payments.method,
      productCode: payments.productCode,
      amountCents: payments.amountCents,
      variableSymbol: payments.variableSymbol,
      chargeReference: payments.chargeReference,
    })
    .from(payments)
    .where(and(isNotNull(payments.paidOn), inMonth(payments.paidOn, month)))
    .orderBy(payments.paidOn, payments.id)

/** Refunds that were decided on in a month, which is when their credit notes were made. */
export const listAccountingRefunds = (db: Db, month: Temporal.PlainYearMonth) =>
  db
    .select({ refund: refunds, purpose: payments.purpose })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        gte(refunds.requestedAt, startOf(month)),
        lt(refunds.requestedAt, startOf(month.add({ months: 1 }))),
      ),
    )
    .orderBy(refunds.requestedAt, refunds.id)

/** Sums of documents by tax point, kind and rate of VAT; credit notes are negative. */
export async function sumVat(db: Db, month: Temporal.PlainYearMonth) {
  const { rows } = await db.execute<{
    tax_point: string
    kind: (typeof documents.kind.enumValues)[number]
    rate_percent: number
    documents: number
    net_cents: number
    vat_cents: number
    gross_cents: number
  }>(sql`
    select ${taxPoint} as tax_point, ${documents.kind} as kind, "ratePercent"::float as rate_percent,
      count(distinct ${documents.id})::int as documents,
      sum("netCents")::float as net_cents, sum("vatCents")::float as vat_cents, sum("grossCents")::float as gross_cents
    from ${documents}, jsonb_to_recordset(coalesce(${documents.content} -> 'lines', ${documents.content} -> 'vat'))
      as line("ratePercent" numeric, "netCents" int, "vatCents" int, "grossCents" int)
    where ${inMonth(taxPoint, month)}
    group by 1, 2, 3 order by 1, 2, 3 desc`)
  return rows
}

/** The e-invoices of a month, by the days on which they were issued. */
export async function listEInvoices(db: Db, month: Temporal.PlainYearMonth) {
  const rows = await db
    .select()
    .from(documents)
    .where(
      and(
        ne(documents.kind, 'receipt'),
        gte(documents.issuedAt, startOf(month)),
        lt(documents.issuedAt, startOf(month.add({ months: 1 }))),
      ),
    )
    .orderBy(documents.issuedAt, documents.id)
  return rows
    .map(({ kind, content, ...row }) => ({
      kind,
      number: numberOf({ kind, ...row }),
      content: readContent(content),
    }))
    .filter(isEInvoiced)
    .map(document => ({ number: document.number, xml: writeEInvoice(document) }))
}
