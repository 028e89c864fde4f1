import type { FastifyReply } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { DocumentContent } from './document-content.ts'
import { numberOf } from './document-number.ts'
import { drawAside } from './draw-document/draw-aside.ts'
import { findDocument, findDocumentsOfPayments } from './store.ts'

/**
 * A document of the reader as a file to keep.
 *
 * @param key the document's own id, or that of its payment
 * @throws AppError `not_found` when the reader has no such document
 */
export async function readDocument(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  key: { id: number } | { paymentId: number },
  reply: FastifyReply,
): Promise<Uint8Array<ArrayBuffer>> {
  const row = await findDocument(db, userId, key)
  if (!row) throw new AppError('not_found')
  return send(row, reply)
}

/** The same for one of the documents of some payments; undefined when it is none of them. */
export async function sendDocumentOfPayments(
  { db }: Pick<Deps, 'db'>,
  { id, paymentIds }: { id: number; paymentIds: readonly number[] },
  reply: FastifyReply,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = (await findDocumentsOfPayments(db, paymentIds)).find(each => each.id === id)
  return row && send(row, reply)
}

async function send(
  row: NonNullable<Awaited<ReturnType<typeof findDocument>>>,
  reply: FastifyReply,
): Promise<Uint8Array<ArrayBuffer>> {
  const number = numberOf(row)
  const pdf = await drawAside({
    kind: row.kind,
    number,
    issuedAt: row.issuedAt,
    content: DocumentContent.parse(row.content),
  })
  reply.type('application/pdf').header('content-disposition', `attachment; filename="${number}.pdf"`)
  return pdf
}
