import type { DocumentKind } from '#contract/invoices/invoices.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { describeBuyer } from './describe-buyer.ts'
import { DocumentContent, type Supplier } from './document-content.ts'
import { continueAfter, numberOf, takeSerial } from './document-number.ts'
import { findDocumentOf, findInvoiceAddress, findPaidFor } from './store.ts'
import { documents } from './tables.ts'

/** The VAT in an amount that was paid for a product; provided by whoever knows the products. */
export type VatOf = (
  product: { priceCents: number; printCents: number },
  amountCents: number,
  at: Temporal.Instant,
) => DocumentContent['vat']

export type IssueDeps = Pick<Deps, 'clock'> & { settings: { supplier: Supplier }; vatOf: VatOf }

/** Somebody else makes out the document: the operator, or Google. For nothing there is none. */
const billedByUs = new Set(['card', 'bank_transfer'])

/**
 * Makes the document of a payment that was paid: an invoice for whoever has an address for it, else a receipt. It is
 * part of the payment's own transaction and is made once, however often it is asked for.
 *
 * @param paymentId a paid payment
 */
export async function issueDocument(tx: Tx, deps: IssueDeps, paymentId: number): Promise<void> {
  if (await findDocumentOf(tx, paymentId)) return
  const paid = await findPaidFor(tx, paymentId)
  if (!paid) throw new Error('A payment that a document is made for is not there')
  if (!billedByUs.has(paid.payment.method) || paid.payment.amountCents === 0) return
  const kind = (await findInvoiceAddress(tx, paid.payment.userId)) ? 'invoice' : 'receipt'
  await write(tx, deps, { paid, kind, issuedAt: deps.clock.now() })
}

/**
 * Keeps the document of a payment that was numbered before it came here, e.g. by the publisher's former system. The
 * series of its year goes on after the highest number.
 *
 * @returns whether it was not known yet
 * @param document.kind what it was
 * @param document.serial its number within the year of the payment
 */
export async function adoptDocument(
  tx: Tx,
  deps: Omit<IssueDeps, 'clock'>,
  document: { paymentId: number; kind: 'receipt' | 'invoice'; serial: number },
): Promise<boolean> {
  if (await findDocumentOf(tx, document.paymentId)) return false
  const paid = await findPaidFor(tx, document.paymentId)
  if (!paid) throw new Error('A payment that a document belongs to is not there')
  const { kind, serial } = document
  await write(tx, deps, { paid, kind, serial, issuedAt: paid.payment.at })
  return true
}

/** Takes back the document of a payment that was refunded, by a credit note over the same amounts. */
export async function issueCreditNote(tx: Tx, deps: Pick<Deps, 'clock'>, paymentId: number): Promise<void> {
  const former = await findDocumentOf(tx, paymentId)
  if (!former) return
  const said = DocumentContent.parse(former.content)
  const issuedAt = deps.clock.now()
  const day = dayOf(issuedAt)
  await insert(tx, {
    userId: former.userId,
    paymentId,
    kind: 'credit_note',
    issuedAt,
    content: {
      ...said,
      issuedOn: day.toString(),
      paidOn: day.toString(),
      vat: said.vat.map(line => ({
        ...line,
        netCents: -line.netCents,
        vatCents: -line.vatCents,
        grossCents: -line.grossCents,
      })),
      grossCents: -said.grossCents,
      corrects: numberOf(former),
    },
  })
}

type Paid = NonNullable<Awaited<ReturnType<typeof findPaidFor>>>

async function write(
  tx: Tx,
  { settings, vatOf }: Omit<IssueDeps, 'clock'>,
  made: { paid: Paid; kind: DocumentKind; issuedAt: Temporal.Instant; serial?: number },
): Promise<void> {
  const { payment, product, reader } = made.paid
  const address = made.kind === 'invoice' ? await findInvoiceAddress(tx, payment.userId) : undefined
  await insert(tx, {
    userId: payment.userId,
    paymentId: payment.id,
    kind: made.kind,
    issuedAt: made.issuedAt,
    serial: made.serial,
    content: {
      locale: reader.locale,
      supplier: settings.supplier,
      buyer: describeBuyer(reader, address),
      item: reader.locale === 'sk' ? product.nameSk : product.nameEn,
      method: payment.method,
      variableSymbol: payment.variableSymbol,
      issuedOn: dayOf(made.issuedAt).toString(),
      paidOn: dayOf(payment.at).toString(),
      vat: vatOf(product, payment.amountCents, payment.at),
      grossCents: payment.amountCents,
      corrects: null,
    },
  })
}

async function insert(
  tx: Tx,
  {
    content,
    serial,
    ...row
  }: Omit<typeof documents.$inferInsert, 'year' | 'serial' | 'amountCents'> & {
    kind: DocumentKind
    issuedAt: Temporal.Instant
    content: DocumentContent
    serial?: number | undefined
  },
): Promise<void> {
  const { year } = dayOf(row.issuedAt)
  if (serial !== undefined) await continueAfter(tx, row.kind, year, serial)
  await tx.insert(documents).values({
    ...row,
    year,
    serial: serial ?? (await takeSerial(tx, row.kind, year)),
    amountCents: content.grossCents,
    content,
  })
}

const dayOf = (instant: Temporal.Instant): Temporal.PlainDate =>
  instant.toZonedDateTimeISO(timeZone).toPlainDate()
