import type { AddressInput } from '#contract/addresses/addresses.ts'
import { creditContent } from '#server/modules/invoices/credit-note.ts'
import { describeDocument } from '#server/modules/invoices/describe-document.ts'
import type { DocumentContent, Supplier } from '#server/modules/invoices/document-content.ts'
import { writeEInvoice } from '#server/modules/invoices/e-invoice/write-e-invoice.ts'
import type { PaidFor } from '#server/modules/invoices/store.ts'
import { vatOfRates } from '#server/modules/subscriptions/price.ts'
import { lawfulRates } from '#server/modules/subscriptions/vat.ts'
import { companyAddress } from './company-sales.ts'

const supplier: Supplier = {
  name: 'Vydavateľstvo Denník, a. s.',
  street: 'Novinárska 7',
  zip: '811 09',
  city: 'Bratislava',
  country: 'SK',
  companyId: '99000105',
  taxId: '2990000103',
  vatId: 'SK2990000103',
  register: 'Obchodný register Mestského súdu Bratislava III, oddiel Sa, vložka 9901/B',
  iban: 'SK3112000000198742637541',
  endpointScheme: '0245',
}

const company = {
  ...companyAddress,
  type: 'invoice' as const,
  company_tax_id: '2990000407',
  company_vat_id: null,
}
const payer = { ...company, company_vat_id: 'SK2990000407' }
const odd = {
  ...payer,
  company_name: `Šťastný & synovia <tlač> "Pod Lipou", ${'veľmi '.repeat(20)}dlhé meno, s. r. o.`,
  street: null,
  zip: null,
}

const at = (text: string) => Temporal.Instant.from(text)
const year = { startsAt: at('2027-03-01T09:00:00Z'), endsAt: at('2028-03-01T09:00:00Z') }
const product = {
  group: 'company' as never,
  audience: 'company' as const,
  nameSk: 'Firemný balík',
  nameEn: 'Company package',
  priceCents: 44_500,
  printCents: 0,
  length: 'P1Y',
  seats: 5,
}
const person = { ...product, audience: 'person' as const, seats: 1, nameSk: 'Prémium', priceCents: 8990 }
const print = {
  ...person,
  nameSk: 'Prémium s\u00a0tlačeným denníkom',
  priceCents: 24_900,
  printCents: 15_910,
}

type Case = {
  product?: PaidFor['product']
  cents?: number
  paidOn?: string
  order?: Partial<NonNullable<PaidFor['order']>> | null
  address?: AddressInput
  reference?: string
  more?: Partial<PaidFor>
  locale?: 'sk' | 'en'
}

/** What companies buy, by name: rates, packages, prorated seats, renewals, gifts, sums that are hard to round. */
const cases: Record<string, Case> = {
  'package of 5': {},
  'package of 1': { product: { ...product, seats: 1, priceCents: 9900 } },
  'package of 7, price of a seat without end': { product: { ...product, seats: 7, priceCents: 44_501 } },
  'package of 200': { product: { ...product, seats: 200, priceCents: 1_580_001 } },
  'seats added, prorated': { cents: 18_713, more: { opened: null, seatsUntil: year.endsAt } },
  'a buyer who pays VAT, with an order number': { address: payer, reference: 'PO-2027/118' },
  'names that have to be escaped': { address: odd, reference: '<&"\'> 4501', locale: 'en' },
  'renewal, no order': { product: person, order: null },
  'renewal, the company’s present number': { order: null, more: { currentReference: 'PO-2028/7' } },
  'printed daily, two rates': { product: print },
  'printed daily, prorated upgrade': { product: print, cents: 8333, order: null },
  'nearly all printed': { product: { ...print, printCents: 24_899 } },
  'gift, begins when activated': {
    product: { ...person, audience: 'gift' },
    order: { giftEmail: 'g@example.com' },
    more: { opened: null },
  },
  'one cent': { product: person, cents: 1 },
  'half a cent of net': { product: person, cents: 21, paidOn: '2024-03-01' },
  'rates of 2024': { product: print, paidOn: '2024-12-31' },
  'a sum of seven digits': { cents: 9_999_999 },
}

export type EInvoiceExample = {
  name: string
  kind: 'invoice' | 'credit_note'
  content: DocumentContent
  xml: string
}

/** E-invoices of all kinds, made by the code that makes them of payments; by card and by transfer, and corrected. */
export function makeEInvoices(): EInvoiceExample[] {
  const invoices = Object.entries(cases).flatMap(([name, given]) =>
    (['card', 'bank_transfer'] as const).map(method => ({
      name: `${name}, ${method}`,
      kind: 'invoice' as const,
      content: contentOf(given, method),
    })),
  )
  const day = Temporal.PlainDate.from('2027-03-09')
  const credits = invoices.flatMap(({ name, content }) => {
    const { grossCents } = content
    const third = Math.floor(grossCents / 3)
    const parts = [
      ['whole', 0, grossCents],
      ['first part', 0, third],
      ['last part', third, grossCents],
    ] as const
    return parts
      .filter(([, from, until]) => until > from)
      .map(([which, from, until]) => ({
        name: `credit, ${which} of ${name}`,
        kind: 'credit_note' as const,
        content: creditContent(content, { number: 'F-2027-000001', day, part: { from, until } }),
      }))
  })
  return [...invoices, ...credits].map((each, index) => {
    const number = `${each.kind === 'invoice' ? 'F' : 'D'}-2027-${String(index + 1).padStart(6, '0')}`
    return { ...each, xml: writeEInvoice({ ...each, number }) }
  })
}

function contentOf(given: Case, method: 'card' | 'bank_transfer'): DocumentContent {
  const sold = given.product ?? product
  const paidOn = given.paidOn ?? '2027-03-01'
  return describeDocument(
    {
      payment: {
        id: 1,
        userId: 1,
        method,
        amountCents: given.cents ?? sold.priceCents,
        at: year.startsAt,
        paidOn,
        variableSymbol: '9000000118',
      },
      product: sold,
      reader: { email: 'sekretariat@podlipou.example', name: null, locale: given.locale ?? 'sk' },
      order:
        given.order === null
          ? null
          : {
              id: 118,
              address: null,
              giftEmail: null,
              buyerReference: given.reference ?? null,
              ...given.order,
            },
      opened: year,
      seatsUntil: null,
      currentReference: null,
      ...given.more,
    },
    {
      supplier,
      vatOf: vatOfRates(lawfulRates),
      address: given.address ?? company,
      issuedOn: Temporal.PlainDate.from('2027-03-02'),
    },
  )
}

/** Amounts of which the rules say what they have to be. */
const amounts = [
  'cac:TaxTotal/cbc:TaxAmount',
  'cac:TaxSubtotal/cbc:TaxAmount',
  'cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
  'cbc:TaxExclusiveAmount',
  'cbc:TaxInclusiveAmount',
  'cbc:PrepaidAmount',
  'cbc:PayableAmount',
  'Line/cbc:LineExtensionAmount',
  'cbc:PriceAmount',
]

/** The same e-invoice with one amount that is a euro too much, another one for each index. */
export function changeAmount(xml: string, index: number): { xml: string; element: string } {
  const element = amounts[index % amounts.length] ?? ''
  const [, parent, name = element] = /^(.+)\/(.+)$/.exec(element) ?? []
  const from = parent === undefined ? 0 : xml.search(new RegExp(`<[a-zA-Z:]*${parent}>`))
  const changed = xml
    .slice(from)
    .replace(
      new RegExp(`(<${name}[^>]*>)([\\d.]+)`),
      (_, tag: string, amount: string) => `${tag}${(Number(amount) + 1).toFixed(2)}`,
    )
  return { xml: xml.slice(0, from) + changed, element }
}
