/**
 * Documents for payments: owns receipts, invoices and credit notes, their gapless numbers and the identities frozen in
 * them. A document is made in the transaction that settles its payment and never changes. It
 * never decides what is paid: payments do.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/invoices/invoices.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listDocuments } from './list-documents.ts'
import { readDocument } from './read-document.ts'

export {
  type Days,
  listAccountingDocuments,
  listAccountingPayments,
  listAccountingRefunds,
  listCompanyDocuments,
  sumVat,
  writeEInvoices,
} from './accounting/store.ts'
export { archiveDocuments, drawDocumentsOfReader } from './archive-documents.ts'
export { documentListener } from './document-listener.ts'
export { numberOf, parseNumber } from './document-number.ts'
export { creditNoteUrls, type DocumentSite, documentUrls, noDocuments, urlsOf } from './document-urls.ts'
export { chooseInvoiceAddress, companyAmong, namesCompany } from './invoice-address.ts'
export { adoptDocuments, billedByUs, type Issued } from './issue-document.ts'
export { listDocuments, listDocumentsOfPayments } from './list-documents.ts'
export { makeDocumentFiles, sendDocumentOfPayments, sendEInvoiceOfPayments } from './read-document.ts'
export { findInvoiceAddresses } from './store.ts'

export function registerInvoices(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.listInvoices, async ({ actor }) => ({ items: await listDocuments(deps, actor) }))
  route(app, endpoints.readInvoice, ({ actor, params, reply }) =>
    readDocument(deps, actor.userId, { id: params.id }, reply),
  )
  route(app, endpoints.readReceipt, ({ actor, params, reply }) =>
    readDocument(deps, actor.userId, { paymentId: params.id }, reply),
  )
}
