import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Invoice } from '../invoices/invoices.ts'
import { VatLine } from '../orders/products.ts'
import { Instant, Money, usersPath } from '../wire.ts'
import { SharedId, SharedParams } from './companies.ts'
import { DocumentRecipient } from './company-documents.ts'

const shared = {
  method: 'GET',
  tag: 'Companies and families',
  access: 'reader',
  params: SharedParams,
} as const
const path = `${usersPath}/companies/:subscriptionId` as const

/** A package that can be ordered for a subscription of a company. */
export const SeatOffer = z.object({
  product: z.object({ code: z.string(), name: z.string() }),
  /** How many accesses it has. */
  seats: z.int(),
  price: Money,
  vat: z.array(VatLine),
  /** End of the bought period. */
  until: Instant,
  /** Whether a bank transfer would come in time; a card always does. */
  by_transfer: z.boolean(),
})
export type SeatOffer = z.infer<typeof SeatOffer>

export const listSeatOffers = endpoint({
  ...shared,
  path: `${path}/offers`,
  summary:
    'What can be ordered for a company subscription: more accesses till its end, prorated by days, and its next year',
  success: {
    status: 200,
    body: z.object({
      more: z.array(SeatOffer),
      /** Empty until the end is near. */
      renewal: z.array(SeatOffer),
      /** From when on it can be renewed. */
      renewal_from: Instant,
      /** Buyer on their invoice; null when the order has to name it. */
      invoice_to: z.nullable(z.object({ company_name: z.string(), company_id: z.string() })),
      /** The company's number of its order, when the new one names none. */
      buyer_reference: z.nullable(z.string()),
    }),
  },
})

/** A document; invoices and credit notes to a company are e-invoices too (UBL by Peppol BIS Billing 3.0). */
export const CompanyInvoice = z.extend(Invoice, {
  xml_url: z.nullable(z.string()),
  buyer_reference: z.nullable(z.string()),
})
export type CompanyInvoice = z.infer<typeof CompanyInvoice>

export const listCompanyInvoices = endpoint({
  ...shared,
  path: `${path}/invoices`,
  summary: 'Documents of everything that was paid for a shared subscription, newest first',
  success: {
    status: 200,
    body: z.object({
      items: z.array(CompanyInvoice),
      /** The documents of each year as one archive, the newest first. */
      years: z.array(z.object({ year: z.int(), url: z.string() })),
      /** The company's own number of its order, for the next documents. */
      buyer_reference: z.nullable(z.string()),
      /** Who is mailed each new document. */
      recipients: z.array(DocumentRecipient),
    }),
  },
})

export const readCompanyInvoice = endpoint({
  ...shared,
  path: `${path}/invoices/:id.pdf`,
  summary: 'One of these documents as a tagged PDF',
  params: z.extend(SharedParams, { id: SharedId }),
  success: { status: 200, body: z.instanceof(Uint8Array), type: 'application/pdf' },
  refusals: ['too_many_requests'],
})

export const readCompanyEInvoice = endpoint({
  ...shared,
  path: `${path}/invoices/:id.xml`,
  summary: 'One of these documents as an e-invoice, the same bytes every time',
  params: z.extend(SharedParams, { id: SharedId }),
  success: { status: 200, body: z.instanceof(Uint8Array), type: 'application/xml' },
})

export const readCompanyArchive = endpoint({
  ...shared,
  path: `${path}/archives/:year.zip`,
  summary: 'The documents of one year, each as PDF and those that are e-invoices also as XML',
  params: z.extend(SharedParams, { year: SharedId }),
  success: { status: 200, body: z.instanceof(ReadableStream), type: 'application/zip' },
  refusals: ['too_many_requests'],
})
