import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { DocumentLine } from './document-content.ts'
import { numberOf } from './document-number.ts'
import { insertDocuments } from './issue-document.ts'
import { readContent } from './read-content.ts'
import { findDocumentsOf } from './store.ts'

/** What a refund gives back of a payment; `refundedCents` is the sum of its refunds, this one included. */
export type Refunded = {
  payment: { id: number; refundedCents: number }
  refund: { id: number; amountCents: number }
}

/**
 * Corrects the document of a payment by a credit note over what a refund gives back (Act 222/2004, § 25): one for each
 * refund, and together they say what the document says.
 */
export async function issueCreditNote(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { payment, refund }: Refunded,
): Promise<void> {
  const [former] = await findDocumentsOf(tx, [payment.id])
  if (!former) return
  const said = readContent(former.content)
  const issuedAt = deps.clock.now()
  const day = dayOf(issuedAt)
  const until = payment.refundedCents
  await insertDocuments(tx, [
    {
      userId: former.userId,
      paymentId: payment.id,
      refundId: refund.id,
      kind: 'credit_note',
      issuedAt,
      content: {
        ...said,
        issuedOn: day.toString(),
        paidOn: day.toString(),
        lines: linesOfPart(said.lines, { from: until - refund.amountCents, until }),
        grossCents: -refund.amountCents,
        corrects: { number: numberOf(former), issuedOn: said.issuedOn },
      },
    },
  ])
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
