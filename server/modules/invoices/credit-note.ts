import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { DocumentContent, DocumentLine } from './document-content.ts'
import { numberOf } from './document-number.ts'
import { type Issued, insertDocuments } from './issue-document.ts'
import { readContent } from './read-content.ts'
import { findDocumentsOf } from './store.ts'

/** What a refund gives back of a payment; `refundedCents` is the sum of its refunds, this one included. */
export type Refunded = {
  payment: { id: number; refundedCents: number }
  refund: { id: number; amountCents: number; requestedAt: Temporal.Instant }
}

/**
 * Corrects the document of a payment by a credit note over what a refund gives back (Act 222/2004, § 25): one for each
 * refund, and together they say what the document says. It has the refund's own moment, so that both are of one month
 * however long what follows from the refund takes.
 */
export async function issueCreditNote(tx: Tx, { payment, refund }: Refunded): Promise<Issued[]> {
  const [former] = await findDocumentsOf(tx, [payment.id])
  if (!former) return []
  const issuedAt = refund.requestedAt
  const until = payment.refundedCents
  return insertDocuments(tx, [
    {
      userId: former.userId,
      paymentId: payment.id,
      refundId: refund.id,
      kind: 'credit_note',
      issuedAt,
      content: creditContent(readContent(former.content), {
        number: numberOf(former),
        day: dayOf(issuedAt),
        part: { from: until - refund.amountCents, until },
      }),
    },
  ])
}

/**
 * What a credit note says.
 *
 * @param said what the document says that it corrects
 * @param credit.number of that document
 * @param credit.part the cents of its sum that are given back
 */
export function creditContent(
  said: DocumentContent,
  credit: { number: string; day: Temporal.PlainDate; part: { from: number; until: number } },
): DocumentContent {
  const { number, day, part } = credit
  const grossCents = part.from - part.until
  const lines = linesOfPart(said.lines, part)
  return {
    ...said,
    issuedOn: day.toString(),
    paidOn: day.toString(),
    // A part lowers the price; it takes no seats back.
    lines: -grossCents === said.grossCents ? lines : lines.map(line => ({ ...line, quantity: 1 })),
    grossCents,
    corrects: { number, issuedOn: said.issuedOn },
  }
}

/**
 * The part of lines that falls on the cents `from` to `until` of their sum, each line in proportion, as negative
 * amounts. Rounded by cumulated shares, so that consecutive parts of the whole sum add up to the lines exactly.
 */
export function linesOfPart(
  lines: readonly DocumentLine[],
  { from, until }: { from: number; until: number },
): DocumentLine[] {
  const before = shareOf(lines, from)
  return shareOf(lines, until).flatMap((line, index) => {
    const part = (cents: 'netCents' | 'vatCents' | 'grossCents') =>
      (before[index]?.[cents] ?? 0) - line[cents]
    const grossCents = part('grossCents')
    if (grossCents === 0) return []
    return [{ ...line, netCents: part('netCents'), vatCents: part('vatCents'), grossCents }]
  })
}

/** The lines of the first cents of their sum. What rounding leaves belongs to the last line. */
function shareOf(lines: readonly DocumentLine[], cents: number): DocumentLine[] {
  const whole = lines.reduce((sum, line) => sum + line.grossCents, 0)
  let left = cents
  return lines.map((line, index) => {
    const isLast = index === lines.length - 1
    const grossCents = isLast ? left : roundedShare(line.grossCents, cents, whole)
    left -= grossCents
    const netCents = roundedShare(line.netCents, grossCents, line.grossCents)
    return { ...line, grossCents, netCents, vatCents: grossCents - netCents }
  })
}

/** `value × part / whole`, half up, by integers. */
const roundedShare = (value: number, part: number, whole: number): number =>
  Math.floor((2 * value * part + whole) / (2 * whole))
