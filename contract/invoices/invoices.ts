import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Day, Money, UserParams, usersPath } from '../wire.ts'

/**
 * A document for a payment (R1.04): a receipt for consumers, an invoice for readers with an invoice address.
 */
export const DocumentKind = z.enum(['receipt', 'invoice', 'credit_note'])
export type DocumentKind = z.infer<typeof DocumentKind>

/** A document with its number; a credit note's price is negative. */
export const Invoice = z.object({
  id: z.int(),
  kind: DocumentKind,
  number: z.string(),
  issued_on: Day,
  payment_id: z.int(),
  price: Money,
  url: z.string(),
})
export type Invoice = z.infer<typeof Invoice>

const invoicesPath = `${usersPath}/invoices` as const
const Id = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'not_found')),
  z.transform(text => Number(text)),
)
const Params = z.extend(UserParams, { id: Id })

/** Response body: a file. */
const Pdf = z.instanceof(Uint8Array)

const common = { method: 'GET', tag: 'Documents', access: 'reader' } as const

export const listInvoices = endpoint({
  ...common,
  path: invoicesPath,
  summary: 'Receipts, invoices and credit notes of the reader, newest first',
  params: UserParams,
  success: { status: 200, body: z.object({ items: z.array(Invoice) }) },
})

export const readInvoice = endpoint({
  ...common,
  path: `${invoicesPath}/:id.pdf`,
  summary: 'One document as a tagged PDF, the same bytes every time',
  params: Params,
  success: { status: 200, body: Pdf, type: 'application/pdf' },
  refusals: ['too_many_requests'],
})

export const readReceipt = endpoint({
  ...common,
  path: `${usersPath}/payments/:id/receipt.pdf`,
  summary: 'The document of one payment as a tagged PDF, the same bytes every time',
  params: Params,
  success: { status: 200, body: Pdf, type: 'application/pdf' },
  refusals: ['too_many_requests'],
})
