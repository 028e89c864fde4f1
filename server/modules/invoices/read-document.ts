import type { FastifyReply } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { numberOf } from './document-number.ts'
import { drawAside } from './draw-document/draw-aside.ts'
import type { DrawnDocument } from './draw-document/draw-document.ts'
import { isEInvoiced, writeEInvoice } from './e-invoice/write-e-invoice.ts'
import { readContent } from './read-content.ts'
import {
  type DocumentRow,
  findDocument,
  findDocumentById,
  findDocumentsOf,
  findDocumentsOfPayments,
} from './store.ts'

/**
 * A document of the reader as a file to keep.
 *
 * @param key the document's own id, or that of its payment
 * @throws AppError `not_found` when the reader has no such document, `too_many_requests`, `service_unavailable`
 */
export async function readDocument(
  deps: Pick<Deps, 'db' | 'limiter'>,
  userId: number,
  key: { id: number } | { paymentId: number },
  reply: FastifyReply,
): Promise<Uint8Array<ArrayBuffer>> {
  const row = await findDocument(deps.db, userId, key)
  if (!row) throw new AppError('not_found')
  return send(deps, row, { userId, reply })
}

/** The same for one of the documents of some payments; undefined when it is none of them. */
export async function sendDocumentOfPayments(
  deps: Pick<Deps, 'db' | 'limiter'>,
  { id, paymentIds, userId }: { id: number; paymentIds: readonly number[]; userId: number },
  reply: FastifyReply,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = (await findDocumentsOfPayments(deps.db, paymentIds)).find(each => each.id === id)
  return row && send(deps, row, { userId, reply })
}

/**
 * A document as the files of a mail: the PDF, and the e-invoice where it is one.
 *
 * @param key its own id, or the payment whose receipt or invoice it is
 * @returns none where none was made
 */
export async function makeDocumentFiles(
  tx: Tx,
  key: { id: number } | { paymentId: number },
): Promise<{ filename: string; contentType: string; content: Uint8Array }[]> {
  const [row] = 'id' in key ? await findDocumentById(tx, key.id) : await findDocumentsOf(tx, [key.paymentId])
  if (!row) return []
  const document = openDocument(row)
  const { number } = document
  const pdf = {
    filename: `${number}.pdf`,
    contentType: 'application/pdf',
    content: await drawAside(document),
  }
  if (!isEInvoiced(document)) return [pdf]
  const content = Buffer.from(writeEInvoice(document))
  return [pdf, { filename: `${number}.xml`, contentType: 'application/xml', content }]
}

/**
 * The e-invoice of one of the documents of some payments.
 *
 * @returns undefined when it is none of them, or no e-invoice
 */
export async function sendEInvoiceOfPayments(
  { db }: Pick<Deps, 'db'>,
  { id, paymentIds }: { id: number; paymentIds: readonly number[] },
  reply: FastifyReply,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = (await findDocumentsOfPayments(db, paymentIds)).find(each => each.id === id)
  const document = row && openDocument(row)
  if (!document || !isEInvoiced(document)) return undefined
  reply.type('application/xml').header('content-disposition', `attachment; filename="${document.number}.xml"`)
  return Buffer.from(writeEInvoice(document))
}

/** A stored document as it is drawn and written. */
export const openDocument = (row: DocumentRow): DrawnDocument => ({
  kind: row.kind,
  number: numberOf(row),
  issuedAt: row.issuedAt,
  content: readContent(row.content),
})

async function send(
  { limiter }: Pick<Deps, 'limiter'>,
  row: DocumentRow,
  { userId, reply }: { userId: number; reply: FastifyReply },
): Promise<Uint8Array<ArrayBuffer>> {
  const document = openDocument(row)
  const pdf = await limiter.attempt([[limits.documents, userId]], () => drawAside(document))
  reply.type('application/pdf').header('content-disposition', `attachment; filename="${document.number}.pdf"`)
  return pdf
}
