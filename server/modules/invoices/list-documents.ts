import type { Invoice } from '#contract/invoices/invoices.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { invoiceUrl } from './document-urls.ts'
import { numberOf } from './document-number.ts'
import { findDocuments } from './store.ts'

/** All documents of the reader, newest first (R1.04). */
export async function listDocuments(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
): Promise<Invoice[]> {
  const rows = await findDocuments(db, actor.userId)
  return rows.map(row => ({
    id: row.id,
    kind: row.kind,
    number: numberOf(row),
    issued_on: row.issuedAt.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    payment_id: row.paymentId,
    price: { amount: row.amountCents, currency: 'EUR' },
    url: invoiceUrl(settings, row),
  }))
}
