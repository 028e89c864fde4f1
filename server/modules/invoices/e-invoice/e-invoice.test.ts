import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { DocumentKind } from '#contract/invoices/invoices.ts'
import { type OpenEInvoice, openEInvoice } from '#server/testing/inspect/e-invoice.ts'
import { changeAmount, makeEInvoices } from '#server/testing/make/e-invoices.ts'
import { readContent } from '../read-content.ts'
import sent from './sent.json' with { type: 'json' }
import { isEInvoiced, writeEInvoice } from './write-e-invoice.ts'

const Numbered = z.object({ kind: DocumentKind, number: z.string() })
const examples = makeEInvoices()

const total = '/*/cac:LegalMonetaryTotal/cbc:'
const tax = '/*/cac:TaxTotal/cbc:TaxAmount'
const rate = '//cac:TaxSubtotal'
const line = '/*/*[self::cac:InvoiceLine or self::cac:CreditNoteLine]'
const near = (one: number, other: number) => Math.abs(one - other) <= 1

/** Every rate's subtotal, with the lines of its rate. */
const rates = (is: OpenEInvoice) =>
  is.texts(`${rate}/cac:TaxCategory/cbc:Percent`).map(percent => {
    const at = `${rate}[cac:TaxCategory/cbc:Percent='${percent}']`
    const lines = `${line}[cac:Item/cac:ClassifiedTaxCategory/cbc:Percent='${percent}']`
    return {
      taxable: is.sum(`${at}/cbc:TaxableAmount`),
      tax: is.sum(`${at}/cbc:TaxAmount`),
      percent: Number(percent),
      net: is.sum(`${lines}/cbc:LineExtensionAmount`),
    }
  })
// What is paid is given and net is derived from it, so a tax may be a cent beside net × rate; the rules allow a euro.
const isTaxOfRate = (is: OpenEInvoice) =>
  rates(is).every(each => near(each.tax, Math.round((each.taxable * each.percent) / 100)))
const twoDecimals = (path: string) => (is: OpenEInvoice) =>
  is.texts(path).every(amount => /^\d+(\.\d{1,2})?$/.test(amount))

type Rule = [id: string, holds: (is: OpenEInvoice) => boolean, broken: (xml: string) => string]
const swap = (from: RegExp, to: string) => (xml: string) => xml.replace(from, to)
const more = (element: string) => (xml: string) => {
  for (let index = 0; index < 9; index += 1) {
    const changed = changeAmount(xml, index)
    if (changed.element === element) return changed.xml
  }
  throw new Error(`No amount ${element}`)
}
const thirdDecimal = (name: string) => swap(new RegExp(`(<cbc:${name}[^>]*>\\d+\\.\\d\\d)`), '$11')

/** The rules that concern what we write, by the ids of EN 16931 and Peppol, each with what breaks it. */
const rules: Rule[] = [
  [
    'BR-CO-10',
    is => is.sum(`${total}LineExtensionAmount`) === is.sum(`${line}/cbc:LineExtensionAmount`),
    more('Line/cbc:LineExtensionAmount'),
  ],
  [
    'BR-CO-13',
    is => is.sum(`${total}TaxExclusiveAmount`) === is.sum(`${total}LineExtensionAmount`),
    more('cac:LegalMonetaryTotal/cbc:LineExtensionAmount'),
  ],
  ['BR-CO-14', is => is.sum(tax) === is.sum(`${rate}/cbc:TaxAmount`), more('cac:TaxTotal/cbc:TaxAmount')],
  [
    'BR-CO-15',
    is => is.sum(`${total}TaxInclusiveAmount`) === is.sum(`${total}TaxExclusiveAmount`) + is.sum(tax),
    more('cbc:TaxExclusiveAmount'),
  ],
  [
    'BR-CO-16',
    is =>
      is.sum(`${total}PayableAmount`) ===
      is.sum(`${total}TaxInclusiveAmount`) - is.sum(`${total}PrepaidAmount`),
    more('cbc:PrepaidAmount'),
  ],
  ['BR-CO-17', isTaxOfRate, more('cac:TaxSubtotal/cbc:TaxAmount')],
  ['BR-S-08', is => rates(is).every(each => each.taxable === each.net), more('Line/cbc:LineExtensionAmount')],
  ['BR-S-09', isTaxOfRate, more('cac:TaxSubtotal/cbc:TaxAmount')],
  ['BR-DEC-09', twoDecimals(`${total}LineExtensionAmount`), thirdDecimal('LineExtensionAmount')],
  ['BR-DEC-12', twoDecimals(`${total}TaxExclusiveAmount`), thirdDecimal('TaxExclusiveAmount')],
  ['BR-DEC-13', twoDecimals(tax), thirdDecimal('TaxAmount')],
  ['BR-DEC-14', twoDecimals(`${total}TaxInclusiveAmount`), thirdDecimal('TaxInclusiveAmount')],
  ['BR-DEC-16', twoDecimals(`${total}PrepaidAmount`), thirdDecimal('PrepaidAmount')],
  ['BR-DEC-18', twoDecimals(`${total}PayableAmount`), thirdDecimal('PayableAmount')],
  ['BR-DEC-19', twoDecimals(`${rate}/cbc:TaxableAmount`), thirdDecimal('TaxableAmount')],
  [
    'BR-29',
    is => is.text('//cbc:StartDate') <= is.text('//cbc:EndDate'),
    swap(/<cbc:EndDate>[^<]+/, '<cbc:EndDate>2000-01-01'),
  ],
  [
    'BR-61',
    is => is.text('//cbc:PaymentMeansCode') !== '58' || is.text('//cac:PayeeFinancialAccount/cbc:ID') !== '',
    swap(/<cac:PayeeFinancialAccount>[^]*?<\/cac:PayeeFinancialAccount>/, ''),
  ],
  [
    'BR-CO-09',
    is => is.texts('//cac:PartyTaxScheme/cbc:CompanyID').every(id => id.startsWith('SK')),
    swap(/>SK2990000103/, '>2990000103'),
  ],
  [
    'PEPPOL-EN16931-R001',
    is => is.text('/*/cbc:ProfileID') === 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    swap(/billing:01/, 'billing:99'),
  ],
  [
    'PEPPOL-EN16931-R003',
    is => is.text('/*/cbc:BuyerReference') !== '' || is.text('//cac:OrderReference/cbc:ID') !== '',
    swap(/<cbc:BuyerReference>.*\n|<cac:OrderReference>[^]*?<\/cac:OrderReference>/g, ''),
  ],
  [
    'PEPPOL-EN16931-R004',
    is => is.text('/*/cbc:CustomizationID').endsWith('#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'),
    swap(/#compliant/, ''),
  ],
  [
    'PEPPOL-EN16931-R008',
    is => is.texts('//*[not(*)]').every(text => text.trim() !== ''),
    swap(/<cbc:BuyerReference>[^<]+/, '<cbc:BuyerReference>'),
  ],
  [
    'PEPPOL-EN16931-R010',
    is => /^\d+$/.test(is.text('//cac:AccountingCustomerParty//cbc:EndpointID[@schemeID]')),
    swap(/(AccountingCustomerParty>[^]*?)<cbc:EndpointID.*/, '$1'),
  ],
  [
    'PEPPOL-EN16931-R020',
    is => /^\d+$/.test(is.text('//cac:AccountingSupplierParty//cbc:EndpointID[@schemeID]')),
    swap(/<cbc:EndpointID.*/, ''),
  ],
  [
    'PEPPOL-EN16931-R053',
    is => is.texts('/*/cac:TaxTotal[cac:TaxSubtotal]').length === 1,
    swap(/<cac:TaxSubtotal>[^]*<\/cac:TaxSubtotal>/, ''),
  ],
  [
    'PEPPOL-EN16931-R120',
    is =>
      is.texts(`${line}/cac:Price/cbc:PriceAmount`).every((price, index) => {
        const at = `${line}[${index + 1}]`
        const quantity = Number(is.texts(`${at}/*[contains(name(), 'edQuantity')]`)[0])
        return near(
          Math.round((quantity * Number(price) * 100) / Number(is.text(`${at}//cbc:BaseQuantity`))),
          is.sum(`${at}/cbc:LineExtensionAmount`),
        )
      }),
    more('cbc:PriceAmount'),
  ],
]

describe('R12.01 R12.02 e-invoices of every kind keep the rules', () => {
  test.each(rules)('%s', (_, holds) => {
    for (const { name, xml } of examples) expect(holds(openEInvoice(xml)), name).toBe(true)
  })
})

describe('R12.02 the rules see a fault', () => {
  test.each(rules)('%s', (_, holds, breakIt) => {
    const found = examples.filter(({ xml }) => breakIt(xml) !== xml && !holds(openEInvoice(breakIt(xml))))
    expect(found.length).toBeGreaterThan(0)
  })

  test('any amount that is changed breaks one, in every example', () => {
    for (const [index, { name, xml }] of examples.entries()) {
      const is = openEInvoice(changeAmount(xml, index).xml)
      expect(
        rules.some(([, holds]) => !holds(is)),
        name,
      ).toBe(true)
    }
  })
})

describe('R12.01 content', () => {
  const find = (part: string) => {
    const found = examples.find(({ name }) => name.startsWith(part))
    if (!found) throw new Error(`No example ${part}`)
    return openEInvoice(found.xml)
  }

  test('an invoice: buyer by DIČ, period, tax point, both numbers of the order, how it was paid', () => {
    const is = find('a buyer who pays VAT, with an order number, bank_transfer')
    expect({
      kind: is.text('/*/cbc:InvoiceTypeCode'),
      endpoint: is.text("//cac:AccountingCustomerParty//cbc:EndpointID[@schemeID='0245']"),
      vatId: is.text('//cac:AccountingCustomerParty//cac:PartyTaxScheme/cbc:CompanyID'),
      period: is.texts('/*/cac:InvoicePeriod/*'),
      taxPoint: is.text('/*/cbc:TaxPointDate'),
      references: is.texts('/*/cbc:BuyerReference | /*/cac:OrderReference/*'),
      means: is.texts('//cac:PaymentMeans//*[not(*)]'),
      quantity: is.texts('//cbc:InvoicedQuantity | //cbc:BaseQuantity'),
    }).toEqual({
      kind: '380',
      endpoint: '2990000407',
      vatId: 'SK2990000407',
      period: ['2027-03-01', '2028-02-29'],
      taxPoint: '2027-03-01',
      references: ['PO-2027/118', 'PO-2027/118', '118'],
      means: ['58', '9000000118', 'SK3112000000198742637541'],
      quantity: ['5', '5'],
    })
  })

  test('a credit note: positive amounts, and what it corrects', () => {
    const is = find('credit, whole of printed daily, two rates')
    expect(is.text('/*/cbc:CreditNoteTypeCode')).toBe('381')
    expect(is.texts('//cac:InvoiceDocumentReference/*')).toEqual(['F-2027-000001', '2027-03-02'])
    expect(is.amounts('//cac:CreditNoteLine/cbc:LineExtensionAmount')).toEqual([7309, 15_152])
    expect(is.amounts(`${total}TaxInclusiveAmount | ${total}PayableAmount`)).toEqual([24_900, 0])
  })

  test('names come through as they are', () => {
    const name = find('names that have to be escaped').text(
      '//cac:AccountingCustomerParty//cbc:RegistrationName',
    )
    expect(name).toContain('Šťastný & synovia <tlač> "Pod Lipou"')
  })

  test('a gift has no period, and says how long it is', () => {
    const is = find('gift')
    expect([is.texts('//cac:InvoicePeriod'), is.text('//cac:Item/cbc:Description')]).toEqual([
      [],
      '1\u00a0rok od aktivácie darčeka',
    ])
  })
})

test('R12.01 companies of the seller’s country get one, consumers and others do not', () => {
  const [example] = examples
  if (!example) throw new Error('No examples')
  const { content } = example
  const gets = (kind: 'receipt' | 'invoice' | 'credit_note', buyer: Partial<typeof content.buyer>) =>
    isEInvoiced({ kind, content: { ...content, buyer: { ...content.buyer, ...buyer } } })
  const abroad = { street: 'Dlouhá 1', zip: '110 00', city: 'Praha', country: 'CZ' }
  expect([
    gets('invoice', {}),
    gets('credit_note', {}),
    gets('invoice', { taxId: null }),
    gets('receipt', {}),
    gets('invoice', { company: null }),
    gets('invoice', { address: abroad }),
    gets('invoice', { taxId: null, vatId: null, companyId: null }),
    gets('invoice', { address: null, printed: ['Pod Lipou'] }),
  ]).toEqual([true, true, true, false, false, false, false, false])
})

test('R12.01 what was once sent is written again byte by byte', () => {
  // A digest that changes here would change e-invoices that were sent: keep the present writer for them.
  for (const { sha256, content, ...document } of sent) {
    const xml = writeEInvoice({ ...Numbered.parse(document), content: readContent(content) })
    expect(createHash('sha256').update(xml).digest('hex')).toBe(sha256)
  }
})
