import type { DocumentKind } from '#contract/invoices/invoices.ts'
import { writeXml, type Xml } from '#server/platform/formats/write-xml.ts'
import { type DocumentContent, type DocumentLine, vatSummary } from '../document-content.ts'
import { giftPeriod } from '../draw-document/words.ts'
import { buyerParty, endpointOf, supplierParty } from './party.ts'

/** A document with its number. */
type Numbered = { kind: DocumentKind; number: string; content: DocumentContent }

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const customization = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0' as const
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
/** UNTDID 1001 and 4461; UN/ECE Recommendation 20: one piece. */
const codes = { invoice: '380', creditNote: '381', card: '48', sepaTransfer: '58', piece: 'C62' }

/**
 * Whether a document is made as an e-invoice too: an invoice, or what corrects one, to a company of the seller's country
 * that says a number by which it is found. Consumers get none (Act 222/2004 as from 1 January 2027), nor do companies
 * abroad.
 */
export function isEInvoiced({ kind, content }: Pick<Numbered, 'kind' | 'content'>): boolean {
  const { buyer, supplier } = content
  if (kind === 'receipt' || buyer.company === null || buyer.address?.country !== supplier.country)
    return false
  return endpointOf(buyer, supplier.endpointScheme) !== undefined
}

/**
 * Writes a document as UBL 2.1 by Peppol BIS Billing 3.0 (EN 16931). Deterministic: the same document is the same bytes
 * whenever it is written. The amounts of a credit note are positive.
 *
 * @param document one for which `isEInvoiced` holds
 */
export function writeEInvoice({ kind, number, content }: Numbered): string {
  const isCredit = kind === 'credit_note'
  const name = isCredit ? 'CreditNote' : 'Invoice'
  const lines = content.lines.map(absolute)
  const sum = (of: 'netCents' | 'vatCents' | 'grossCents') =>
    euros(lines.reduce((cents, line) => cents + line[of], 0))
  const typeCode = isCredit ? codes.creditNote : codes.invoice
  const taxPoint = { 'cbc:TaxPointDate': content.paidOn }
  return writeXml({
    [name]: {
      '@_xmlns': `${ubl}${name}-2`,
      '@_xmlns:cac': `${ubl}CommonAggregateComponents-2`,
      '@_xmlns:cbc': `${ubl}CommonBasicComponents-2`,
      'cbc:CustomizationID': customization,
      'cbc:ProfileID': profile,
      'cbc:ID': number,
      'cbc:IssueDate': content.issuedOn,
      ...(isCredit ? taxPoint : {}),
      [`cbc:${name}TypeCode`]: typeCode,
      ...(isCredit ? {} : taxPoint),
      'cbc:DocumentCurrencyCode': 'EUR',
      // Peppol wants a reference of the buyer; without one, the symbol by which the buyer paid.
      'cbc:BuyerReference': content.buyer.reference ?? content.variableSymbol ?? number,
      'cac:InvoicePeriod': periodOf(content),
      'cac:OrderReference': orderOf(content),
      'cac:BillingReference': correctedBy(content),
      'cac:AccountingSupplierParty': { 'cac:Party': supplierParty(content.supplier) },
      'cac:AccountingCustomerParty': {
        'cac:Party': buyerParty(content.buyer, content.supplier.endpointScheme),
      },
      'cac:PaymentMeans': isCredit ? undefined : meansOf(content),
      'cac:TaxTotal': {
        'cbc:TaxAmount': sum('vatCents'),
        'cac:TaxSubtotal': vatSummary(lines).map(rate => ({
          'cbc:TaxableAmount': euros(rate.netCents),
          'cbc:TaxAmount': euros(rate.vatCents),
          'cac:TaxCategory': categoryOf(rate.ratePercent),
        })),
      },
      'cac:LegalMonetaryTotal': {
        'cbc:LineExtensionAmount': sum('netCents'),
        'cbc:TaxExclusiveAmount': sum('netCents'),
        'cbc:TaxInclusiveAmount': sum('grossCents'),
        // A document is made when the money has come, or has gone back.
        'cbc:PrepaidAmount': sum('grossCents'),
        'cbc:PayableAmount': euros(0),
      },
      [`cac:${name}Line`]: lines.map((line, index) =>
        lineOf(line, { id: index + 1, isCredit, about: giftText(content) }),
      ),
    },
  })
}

const absolute = (line: DocumentLine): DocumentLine => ({
  ...line,
  netCents: Math.abs(line.netCents),
  vatCents: Math.abs(line.vatCents),
  grossCents: Math.abs(line.grossCents),
})

const euros = (cents: number): Xml => ({ '@_currencyID': 'EUR', '#text': (cents / 100).toFixed(2) })

const categoryOf = (ratePercent: number): Xml => ({
  'cbc:ID': ratePercent === 0 ? 'Z' : 'S',
  'cbc:Percent': String(ratePercent),
  'cac:TaxScheme': { 'cbc:ID': 'VAT' },
})

const periodOf = ({ period }: DocumentContent): Xml | undefined =>
  period && 'from' in period ? { 'cbc:StartDate': period.from, 'cbc:EndDate': period.to } : undefined

/** The buyer's number of the order (BT-13) and ours (BT-14); `NA` stands for a missing first one. */
const orderOf = ({ buyer, orderNumber }: DocumentContent): Xml | undefined =>
  buyer.reference === null && orderNumber === null
    ? undefined
    : { 'cbc:ID': buyer.reference ?? 'NA', 'cbc:SalesOrderID': orderNumber ?? undefined }

const correctedBy = ({ corrects }: DocumentContent): Xml | undefined =>
  corrects
    ? {
        'cac:InvoiceDocumentReference': {
          'cbc:ID': corrects.number,
          'cbc:IssueDate': corrects.issuedOn ?? undefined,
        },
      }
    : undefined

const meansOf = ({ method, variableSymbol, supplier }: DocumentContent): Xml => ({
  'cbc:PaymentMeansCode': method === 'bank_transfer' ? codes.sepaTransfer : codes.card,
  'cbc:PaymentID': variableSymbol ?? undefined,
  ...(method === 'bank_transfer' ? { 'cac:PayeeFinancialAccount': { 'cbc:ID': supplier.iban } } : {}),
})

/** The price is that of the whole quantity (BT-149), so that a price of a seat needs no rounding. */
const lineOf = (
  line: DocumentLine,
  { id, isCredit, about }: { id: number; isCredit: boolean; about: string | undefined },
): Xml => ({
  'cbc:ID': String(id),
  [isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity']: pieces(line.quantity),
  'cbc:LineExtensionAmount': euros(line.netCents),
  'cac:Item': {
    'cbc:Description': about,
    'cbc:Name': line.name,
    'cac:ClassifiedTaxCategory': categoryOf(line.ratePercent),
  },
  'cac:Price': { 'cbc:PriceAmount': euros(line.netCents), 'cbc:BaseQuantity': pieces(line.quantity) },
})

const giftText = ({ period, locale }: DocumentContent): string | undefined =>
  period && 'length' in period ? giftPeriod(locale, period.length) : undefined

const pieces = (count: number): Xml => ({ '@_unitCode': codes.piece, '#text': String(count) })
