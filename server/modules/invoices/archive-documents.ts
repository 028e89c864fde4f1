import { setTimeout as wait } from 'node:timers/promises'
import { makeZip } from 'client-zip'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { drawAside } from './draw-document/draw-aside.ts'
import type { DrawnDocument } from './draw-document/draw-document.ts'
import { isEInvoiced, writeEInvoice } from './e-invoice/write-e-invoice.ts'
import { openDocument } from './read-document.ts'
import { type DocumentRow, findDocumentsOfReader, findDocumentsOfYear } from './store.ts'

const pageSize = 50

/**
 * The documents of some payments in a year as an archive: each as PDF, those that are e-invoices also as XML. It is made
 * while it is read: one document is in memory at a time, and no connection is held between the pages of rows.
 *
 * @param of.year of their numbers
 */
export const archiveDocuments = (
  deps: Pick<Deps, 'db'>,
  of: { paymentIds: readonly number[]; year: number },
): ReadableStream<Uint8Array> =>
  makeZip(
    draw(after => findDocumentsOfYear(deps.db, of.paymentIds, { year: of.year, after, most: pageSize })),
  )

/** Every document that was made out to a reader, as files in the same way. */
export const drawDocumentsOfReader = ({ db }: Pick<Deps, 'db'>, userId: number) =>
  draw(after => findDocumentsOfReader(db, userId, { after, most: pageSize }))

async function* draw(findPage: (after: number) => Promise<DocumentRow[]>) {
  let after = 0
  while (true) {
    const rows = await findPage(after)
    for (const row of rows) {
      const document = openDocument(row)
      yield { name: `${document.number}.pdf`, input: drawWhenRead(document) }
      if (isEInvoiced(document)) yield { name: `${document.number}.xml`, input: writeEInvoice(document) }
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

/** So the answer begins before its first document is drawn, which may take longer than a read. */
async function* drawWhenRead(document: DrawnDocument) {
  yield await drawPatiently(document)
}

/** Others draw too: an archive that has begun waits for its turn instead of breaking off. */
async function drawPatiently(document: DrawnDocument): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await drawAside(document)
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfterS === undefined || attempt >= 20) throw error
      await wait(error.retryAfterS * 1000)
    }
  }
}
