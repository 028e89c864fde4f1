import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { numberOf } from './document-number.ts'
import { insertDocuments } from './issue-document.ts'
import { readContent } from './read-content.ts'
import { findDocumentsOf } from './store.ts'

/** Corrects the document of a refunded payment by a credit note over the same amounts. */
export async function issueCreditNote(tx: Tx, deps: Pick<Deps, 'clock'>, paymentId: number): Promise<void> {
  const [former] = await findDocumentsOf(tx, [paymentId])
  if (!former) return
  const said = readContent(former.content)
  const issuedAt = deps.clock.now()
  const day = dayOf(issuedAt)
  await insertDocuments(tx, [
    {
      userId: former.userId,
      paymentId,
      kind: 'credit_note',
      issuedAt,
      content: {
        ...said,
        issuedOn: day.toString(),
        paidOn: day.toString(),
        lines: said.lines.map(line => ({
          ...line,
          netCents: -line.netCents,
          vatCents: -line.vatCents,
          grossCents: -line.grossCents,
        })),
        grossCents: -said.grossCents,
        corrects: { number: numberOf(former), issuedOn: said.issuedOn },
      },
    },
  ])
}
