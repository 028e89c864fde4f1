import type { Invoice } from '#contract/invoices/invoices.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { numberOf } from './document-number.ts'
import { invoiceUrl } from './document-urls.ts'
import { isEInvoiced } from './e-invoice/write-e-invoice.ts'
import { openDocument } from './read-document.ts'
import { findDocuments, findDocumentsOfPayments } from './store.ts'

/** All documents of the reader, newest first (R1.04). */
export async function listDocuments(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Pick<Actor, 'userId'>,
): Promise<Invoice[]> {
  const rows = await findDocuments(db, actor.userId)
  return rows.map(row => describe(row, invoiceUrl(settings, row)))
}

/**
 * Documents of some payments, newest first, for a caller who may see them all.
 *
 * @param urlOf where a document can be opened
 */
export async function listDocumentsOfPayments(
  { db }: Pick<Deps, 'db'>,
  paymentIds: readonly number[],
  urlOf: (document: { id: number }) => string,
): Promise<{ document: Invoice; year: number; isEInvoice: boolean; buyerReference: string | null }[]> {
  const rows = await findDocumentsOfPayments(db, paymentIds)
  return rows.map(row => {
    const opened = openDocument(row)
    return {
      document: describe(row, urlOf(row)),
      year: row.year,
      isEInvoice: isEInvoiced(opened),
      buyerReference: opened.content.buyer.reference,
    }
  })
}

function describe(row: Awaited<ReturnType<typeof findDocuments>>[number], url: string): Invoice {
  return {
    id: row.id,
    kind: row.kind,
    number: numberOf(row),
    issued_on: row.issuedAt.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    payment_id: row.paymentId,
    price: { amount: row.amountCents, currency: 'EUR' },
    url,
  }
}
