import { type DocumentKind, readInvoice, readReceipt } from '#contract/invoices/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Settings } from '#server/platform/settings.ts'
import { findCreditNotes, findKinds } from './store.ts'

/** The settings that a document's URL needs. */
export type DocumentSite = { origins: Pick<Settings['origins'], 'login'> }

type Urls = { receipt_url: string | null; invoice_url: string | null }

/** For a payment without a receipt or invoice. */
export const noDocuments: Urls = { receipt_url: null, invoice_url: null }

/** Where a document can be opened. */
export const invoiceUrl = (settings: DocumentSite, document: { userId: number; id: number }): string =>
  address(settings, readInvoice.path, document)

/**
 * Where the documents of some payments can be opened.
 *
 * @param userId the reader whose payments they are
 * @returns by the payment's id; a payment without a document for this reader is not among them
 */
export async function documentUrls(
  { db, settings }: { db: Db; settings: DocumentSite },
  userId: number,
  paymentIds: readonly number[],
): Promise<Map<number, Urls>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await findKinds(db, userId, paymentIds)
  return new Map(rows.map(row => [row.paymentId, urlsOf(settings, { ...row, userId })]))
}

/**
 * Where the credit notes of some refunds can be opened.
 *
 * @param userId the reader whose refunds they are
 * @returns by the refund's id; a refund without a credit note for this reader is not among them
 */
export async function creditNoteUrls(
  { db, settings }: { db: Db; settings: DocumentSite },
  userId: number,
  refundIds: readonly number[],
): Promise<Map<number | null, string>> {
  if (refundIds.length === 0) return new Map()
  const rows = await findCreditNotes(db, userId, refundIds)
  return new Map(rows.map(({ id, refundId }) => [refundId, invoiceUrl(settings, { userId, id })]))
}

/** Where the receipt or invoice of a payment can be opened. */
export const urlsOf = (
  settings: DocumentSite,
  { id, paymentId, kind, userId }: { id: number; paymentId: number; kind: DocumentKind; userId: number },
): Urls =>
  kind === 'invoice'
    ? { receipt_url: null, invoice_url: invoiceUrl(settings, { userId, id }) }
    : { receipt_url: address(settings, readReceipt.path, { userId, id: paymentId }), invoice_url: null }

const address = ({ origins }: DocumentSite, path: string, of: { userId: number; id: number }): string =>
  origins.login + path.replace(':userId', String(of.userId)).replace(':id', String(of.id))
