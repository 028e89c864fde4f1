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

/** Days of the publisher's calendar: the first one, and the first one after them. */
export type Days = { from: Temporal.PlainDate; until: Temporal.PlainDate }

/** @param day a column of a day, or its text */
const isIn = (day: SQLWrapper, { from, until }: Days) =>
  sql`${day} >= ${from.toString()} and ${day} < ${until.toString()}`

const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant()

/** Documents whose tax point is on these days, in the order of their days and numbers; so many at most. */
export async function listAccountingDocuments(db: Db, days: Days, most: number) {
  const rows = await db
    .select()
    .from(documents)
    .where(isIn(taxPoint, days))
    .orderBy(taxPoint, documents.kind, documents.year, documents.serial)
    .limit(most)
  return rows.map(row => ({ ...row, number: numberOf(row), content: readContent(row.content) }))
}

/** What was paid on these days, by the days on which the money came, also what no document of ours is about. */
export const listAccountingPayments = (db: Db, days: Days, most: number) =>
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
    .where(and(isNotNull(payments.paidOn), isIn(payments.paidOn, days)))
    .orderBy(payments.paidOn, payments.id)
    .limit(most)

/** Refunds that were decided on these days, which is when their credit notes were made. */
export const listAccountingRefunds = (db: Db, { from, until }: Days, most: number) =>
  db
    .select({ refund: refunds, purpose: payments.purpose })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(gte(refunds.requestedAt, startOf(from)), lt(refunds.requestedAt, startOf(until))))
    .orderBy(refunds.requestedAt, refunds.id)
    .limit(most)

/**
 * Sums of documents by tax point, kind and rate of VAT; credit notes are negative. Documents with the same lines are counted
 * before their lines are read: a month has many thousand of them, and few products. Counted apart (`materialized`), so that
 * they are not put in order first.
 */
export function sumVat(db: Db, days: Days) {
  return db.transaction(async tx => {
    // Documents of a month that nearly all differ are counted in memory too, in place of files.
    await tx.execute(sql`set local work_mem = '64MB'`)
    const { rows } = await tx.execute<{
      tax_point: string
      kind: (typeof documents.kind.enumValues)[number]
      rate_percent: number
      documents: number
      net_cents: number
      vat_cents: number
      gross_cents: number
    }>(sql`
      with written as materialized (
        select ${taxPoint} as tax_point, ${documents.kind} as kind, count(*) as alike,
          coalesce(${documents.content} -> 'lines', ${documents.content} -> 'vat') as lines
        from ${documents} where ${isIn(taxPoint, days)} group by 1, 2, 4
      )
      select tax_point, kind, rate::float as rate_percent, sum(alike)::int as documents,
        sum(alike * net)::float as net_cents, sum(alike * vat)::float as vat_cents, sum(alike * gross)::float as gross_cents
      from written cross join lateral (
        select "ratePercent" as rate, sum("netCents") as net, sum("vatCents") as vat, sum("grossCents") as gross
        from jsonb_to_recordset(lines) as line("ratePercent" numeric, "netCents" int, "vatCents" int, "grossCents" int)
        group by 1
      ) as by_rate
      group by 1, 2, 3 order by 1, 2, 3 desc`)
    return rows
  })
}

/**
 * Invoices and credit notes to companies that were issued on these days, in that order; so many at most. Few of all documents
 * are, so those to consumers do not count.
 */
export const listCompanyDocuments = (db: Db, { from, until }: Days, most: number) =>
  db
    .select()
    .from(documents)
    .where(
      and(
        ne(documents.kind, 'receipt'),
        isNotNull(sql`(${documents.content} -> 'buyer' ->> 'company')`),
        gte(documents.issuedAt, startOf(from)),
        lt(documents.issuedAt, startOf(until)),
      ),
    )
    .orderBy(documents.issuedAt, documents.id)
    .limit(most)

/** Those of some documents that are e-invoices. */
export const writeEInvoices = (rows: Awaited<ReturnType<typeof listCompanyDocuments>>) =>
  rows
    .map(({ kind, content, ...row }) => ({
      kind,
      number: numberOf({ kind, ...row }),
      content: readContent(content),
    }))
    .filter(isEInvoiced)
    .map(document => ({ number: document.number, xml: writeEInvoice(document) }))
