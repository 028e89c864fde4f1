import * as z from 'zod'
import { PaymentMethod } from '#contract/subscriptions/subscriptions.ts'
import { Day, Locale } from '#contract/wire.ts'

/** Who sells: as the law wants it on every document. */
export const Supplier = z.object({
  name: z.string(),
  street: z.string(),
  zip: z.string().nullable(),
  city: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  companyId: z.string(),
  taxId: z.string(),
  vatId: z.string(),
  /** Where the company is registered, e.g. the register, section and file. */
  register: z.string(),
  /** The account for transfers. */
  iban: z.string(),
  /** Scheme of electronic addresses that are tax numbers (Peppol EAS). */
  endpointScheme: z.string(),
})
export type Supplier = z.infer<typeof Supplier>

/** The buyer. Without an address the reader is known by name and e-mail only. */
export const Buyer = z.object({
  company: z.string().nullable(),
  /** Name and surname: of the buyer, or of who acts for the company. */
  person: z.string().nullable(),
  address: z
    .object({
      /** With the number of the house. */
      street: z.string(),
      zip: z.string().nullable(),
      city: z.string(),
      /** ISO 3166-1 alpha-2. */
      country: z.string(),
    })
    .nullable(),
  companyId: z.string().nullable(),
  taxId: z.string().nullable(),
  vatId: z.string().nullable(),
  email: z.string(),
  /** The company's own number of its order (BT-13). */
  reference: z.string().nullable(),
  /** As printed on a document of before its parties were structured; empty on all others. */
  printed: z.array(z.string()),
})
export type Buyer = z.infer<typeof Buyer>

/** A part of what was paid for that is taxed at one rate. Amounts are for the whole quantity. */
export const DocumentLine = z.object({
  name: z.string(),
  /** Seats of a package, else 1. */
  quantity: z.int().positive(),
  ratePercent: z.number(),
  netCents: z.int(),
  vatCents: z.int(),
  grossCents: z.int(),
})
export type DocumentLine = z.infer<typeof DocumentLine>

/** What a document says, frozen when it is made. Amounts are cents; those of a credit note are negative. */
export const DocumentContent = z.object({
  locale: Locale,
  supplier: Supplier,
  buyer: Buyer,
  lines: z.array(DocumentLine).min(1),
  grossCents: z.int(),
  method: PaymentMethod,
  variableSymbol: z.string().nullable(),
  /** Days in the publisher's calendar. */
  issuedOn: Day,
  /** Tax point: the day on which the money came (Act 222/2004, § 19 (4)), or went back. */
  paidOn: Day,
  /**
   * Period of the service, both days in it; of a gift, which begins when it is activated, only its calendar length is
   * known, e.g. P1Y. Null where nothing is known, as of what a former system sold.
   */
  period: z.union([z.object({ from: Day, to: Day }), z.object({ length: z.string() })]).nullable(),
  orderNumber: z.string().nullable(),
  /** The document that this credit note corrects. */
  corrects: z.object({ number: z.string(), issuedOn: z.nullable(Day) }).nullable(),
})
export type DocumentContent = z.infer<typeof DocumentContent>

/** The parts summed up by rate of VAT, in the order of the lines. */
export function vatSummary(lines: readonly DocumentLine[]): Omit<DocumentLine, 'name' | 'quantity'>[] {
  const rates = Map.groupBy(lines, line => line.ratePercent)
  return [...rates].map(([ratePercent, of]) => ({
    ratePercent,
    netCents: of.reduce((sum, line) => sum + line.netCents, 0),
    vatCents: of.reduce((sum, line) => sum + line.vatCents, 0),
    grossCents: of.reduce((sum, line) => sum + line.grossCents, 0),
  }))
}
