import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { DocumentKind } from '#contract/invoices/invoices.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { describeDocument, type VatOf } from './describe-document.ts'
import type { DocumentContent, Supplier } from './document-content.ts'
import { continueAfter, numberOf, takeSerials } from './document-number.ts'
import { isEInvoiced } from './e-invoice/write-e-invoice.ts'
import { chooseInvoiceAddress } from './invoice-address.ts'
import { readContent } from './read-content.ts'
import {
  type DocumentRow,
  findDocumentsOf,
  findInvoiceAddresses,
  findPaidFor,
  type PaidFor,
} from './store.ts'
import { documents } from './tables.ts'

export type IssueDeps = Pick<Deps, 'clock'> & {
  settings: { supplier: Supplier }
  readVatOf: (tx: Tx) => Promise<VatOf>
}

/** A document that was made, as others are told of it. */
export type Issued = Pick<DocumentRow, 'id' | 'paymentId' | 'kind' | 'amountCents'> & {
  number: string
  isEInvoice: boolean
}

/** Ways of paying for which the publisher makes out the document; for others the operator, Google or the giver gets it. */
export const billedByUs: ReadonlySet<string> = new Set(['card', 'bank_transfer'])

/**
 * Makes the documents of paid payments: an invoice for a reader with an invoice address, else a receipt. Part of the
 * payments' own transaction. Idempotent. The numbers are taken last, to hold the lock of the counter briefly.
 *
 * @param paymentIds paid payments
 * @returns the new ones
 */
export async function issueDocuments(
  tx: Tx,
  deps: IssueDeps,
  paymentIds: readonly number[],
): Promise<Issued[]> {
  const made = new Set((await findDocumentsOf(tx, paymentIds)).map(each => each.paymentId))
  const wanted = paymentIds.filter(id => !made.has(id))
  const paid = await findPaidFor(tx, wanted)
  if (paid.length < wanted.length) throw new Error('A payment that a document is made for is not there')
  const billed = paid.filter(({ payment }) => billedByUs.has(payment.method) && payment.amountCents !== 0)
  if (billed.length === 0) return []
  const addresses = await findInvoiceAddresses(
    tx,
    billed.map(({ payment }) => payment.userId),
  )
  const issuedAt = deps.clock.now()
  const vatOf = await deps.readVatOf(tx)
  const drafts = billed.map(each => draft({ ...deps, vatOf }, each, addressFor(each, addresses), issuedAt))
  const issued: Issued[] = []
  for (const kind of ['receipt', 'invoice'] as const) {
    const ofKind = drafts.filter(each => each.kind === kind)
    issued.push(...(await insertDocuments(tx, ofKind)))
  }
  return issued
}

/**
 * Imports the document of a payment that was numbered elsewhere, e.g. by the publisher's former system. The series of
 * its year continues after the highest number.
 *
 * @returns whether it was new
 * @param document.kind what it was
 * @param document.serial its number within the year of the payment
 */
export async function adoptDocument(
  tx: Tx,
  deps: Omit<IssueDeps, 'clock'>,
  document: { paymentId: number; kind: 'receipt' | 'invoice'; serial: number },
): Promise<boolean> {
  const { paymentId, kind, serial } = document
  if ((await findDocumentsOf(tx, [paymentId])).length > 0) return false
  const [paid] = await findPaidFor(tx, [paymentId])
  if (!paid) throw new Error('A payment that a document belongs to is not there')
  const { userId, at } = paid.payment
  const address = kind === 'invoice' ? addressFor(paid, await findInvoiceAddresses(tx, [userId])) : undefined
  await continueAfter(tx, kind, dayOf(at).year, serial)
  const vatOf = await deps.readVatOf(tx)
  await insertDocuments(tx, [{ ...draft({ ...deps, vatOf }, paid, address, at), kind }], serial)
  return true
}

type Draft = {
  userId: number
  paymentId: number
  /** Of a credit note. */
  refundId?: number
  kind: DocumentKind
  issuedAt: Temporal.Instant
  content: DocumentContent
}

const addressFor = (
  { payment, product, order }: PaidFor,
  known: Awaited<ReturnType<typeof findInvoiceAddresses>>,
) => chooseInvoiceAddress(product, known.get(payment.userId) ?? [], order?.address ?? null)

/** A document without its number. */
const draft = (
  { settings, vatOf }: Pick<IssueDeps, 'settings'> & { vatOf: VatOf },
  paid: PaidFor,
  address: AddressInput | undefined,
  issuedAt: Temporal.Instant,
): Draft => ({
  userId: paid.payment.userId,
  paymentId: paid.payment.id,
  kind: address ? 'invoice' : 'receipt',
  issuedAt,
  content: describeDocument(paid, { supplier: settings.supplier, vatOf, address, issuedOn: dayOf(issuedAt) }),
})

/**
 * Inserts documents under the next numbers of their series.
 *
 * @param drafts of one kind and one moment
 * @param serial first number; the next ones of the series when it is not given
 */
export async function insertDocuments(tx: Tx, drafts: readonly Draft[], serial?: number): Promise<Issued[]> {
  const [one] = drafts
  if (!one) return []
  const { year } = dayOf(one.issuedAt)
  const first = serial ?? (await takeSerials(tx, one.kind, year, drafts.length))
  const rows = await tx
    .insert(documents)
    .values(
      drafts.map((each, index) => ({
        ...each,
        year,
        serial: first + index,
        amountCents: each.content.grossCents,
      })),
    )
    .returning()
  return rows.map(row => {
    const { id, paymentId, kind, amountCents } = row
    const content = readContent(row.content)
    return {
      id,
      paymentId,
      kind,
      amountCents,
      number: numberOf(row),
      isEInvoice: isEInvoiced({ kind, content }),
    }
  })
}
