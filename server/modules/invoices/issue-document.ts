import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { DocumentKind } from '#contract/invoices/invoices.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
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

type Adopted = { paymentId: number; kind: 'receipt' | 'invoice'; serial: number }

/**
 * Imports documents of payments that were numbered elsewhere, e.g. by the publisher's former system. The series of each
 * year continues after its highest number.
 *
 * @param adopted what each was, with its number within the year of its payment
 * @returns which were new, in their order
 */
export async function adoptDocuments(
  tx: Tx,
  deps: Omit<IssueDeps, 'clock'>,
  adopted: readonly Adopted[],
): Promise<boolean[]> {
  const ids = adopted.map(({ paymentId }) => paymentId)
  const made = new Set((await findDocumentsOf(tx, ids)).map(each => each.paymentId))
  const wanted = adopted.filter(({ paymentId }) => !made.has(paymentId))
  if (wanted.length === 0) return adopted.map(() => false)
  const paid = new Map((await findPaidFor(tx, ids)).map(each => [each.payment.id, each]))
  const userIds = [...paid.values()].map(({ payment }) => payment.userId)
  const addresses = await findInvoiceAddresses(tx, userIds)
  const vatOf = await deps.readVatOf(tx)
  const drafts = wanted.map(({ paymentId, kind, serial }) => {
    const each = paid.get(paymentId)
    if (!each) throw new Error('A payment that a document belongs to is not there')
    const address = kind === 'invoice' ? addressFor(each, addresses) : undefined
    return { ...draft({ ...deps, vatOf }, each, address, each.payment.at), kind, serial }
  })
  const series = Map.groupBy(drafts, ({ kind, issuedAt }) => `${kind} ${dayOf(issuedAt).year}`)
  for (const each of series.values()) {
    const last = each.toSorted((one, other) => other.serial - one.serial)[0]
    if (last) await continueAfter(tx, last.kind, dayOf(last.issuedAt).year, last.serial)
  }
  await insertRows(tx, documents, drafts.map(numbered))
  return adopted.map(({ paymentId }) => !made.has(paymentId))
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

/** A row of a document, in the series of its year. */
const numbered = (document: Draft & { serial: number }) => ({
  ...document,
  year: dayOf(document.issuedAt).year,
  amountCents: document.content.grossCents,
})

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
 */
export async function insertDocuments(tx: Tx, drafts: readonly Draft[]): Promise<Issued[]> {
  const [one] = drafts
  if (!one) return []
  const first = await takeSerials(tx, one.kind, dayOf(one.issuedAt).year, drafts.length)
  const rows = await tx
    .insert(documents)
    .values(drafts.map((each, index) => numbered({ ...each, serial: first + index })))
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
