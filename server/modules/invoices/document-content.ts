import * as z from 'zod'
import { PaymentMethod } from '#contract/subscriptions/subscriptions.ts'
import { Day, Locale } from '#contract/wire.ts'

/** Who sells: as the law wants it on every document. */
export const Supplier = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  companyId: z.string(),
  taxId: z.string(),
  vatId: z.string(),
  /** Where the company is registered, e.g. the register, section and file. */
  register: z.string(),
})
export type Supplier = z.infer<typeof Supplier>

/** The buyer. Lines as printed: company first, then person, then address. */
export const Buyer = z.object({
  lines: z.array(z.string()),
  companyId: z.string().nullable(),
  taxId: z.string().nullable(),
  vatId: z.string().nullable(),
  email: z.string(),
})
export type Buyer = z.infer<typeof Buyer>

/** What a document says, frozen when it is made. Amounts are cents; those of a credit note are negative. */
export const DocumentContent = z.object({
  locale: Locale,
  supplier: Supplier,
  buyer: Buyer,
  item: z.string(),
  method: PaymentMethod,
  variableSymbol: z.string().nullable(),
  /** Days in the publisher's calendar. */
  issuedOn: Day,
  paidOn: Day,
  vat: z.array(
    z.object({
      ratePercent: z.number(),
      netCents: z.int(),
      vatCents: z.int(),
      grossCents: z.int(),
    }),
  ),
  grossCents: z.int(),
  /** Number of the document that this credit note corrects. */
  corrects: z.string().nullable(),
})
export type DocumentContent = z.infer<typeof DocumentContent>
