import type * as z from 'zod/mini'
import type { DocumentKind } from '#contract/invoices/invoices.ts'
import type { PaymentMethod } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'

type Words = {
  title: Record<DocumentKind, string>
  supplier: string
  buyer: string
  companyId: string
  taxId: string
  vatId: string
  number: string
  issuedOn: string
  paidOn: string
  refundedOn: string
  method: string
  methods: Record<z.infer<typeof PaymentMethod>, string>
  variableSymbol: string
  corrects: string
  period: string
  giftPeriod: string
  orderNumber: string
  reference: string
  item: string
  onTheWeb: string
  printed: string
  itemsTitle: string
  quantity: string
  unitPrice: string
  vatTitle: string
  rate: string
  net: string
  vat: string
  gross: string
  total: string
  paid: string
  refunded: string
}

/** The words of documents. They are not in the catalogues: what was once printed must be printed again unchanged. */
export const words: Record<Locale, Words> = {
  sk: {
    title: { receipt: 'Potvrdenie o platbe', invoice: 'Faktúra', credit_note: 'Dobropis' },
    supplier: 'Dodávateľ',
    buyer: 'Odberateľ',
    companyId: 'IČO',
    taxId: 'DIČ',
    vatId: 'IČ DPH',
    number: 'Číslo dokladu',
    issuedOn: 'Dátum vystavenia',
    paidOn: 'Dátum prijatia platby',
    refundedOn: 'Dátum vrátenia platby',
    method: 'Spôsob platby',
    methods: {
      card: 'platobnou kartou',
      bank_transfer: 'bankovým prevodom',
      sms: 'cez SMS',
      google: 'cez Google',
      none: 'bez platby',
    },
    variableSymbol: 'Variabilný symbol',
    corrects: 'Opravuje doklad',
    period: 'Obdobie',
    giftPeriod: '{length} od aktivácie darčeka',
    orderNumber: 'Číslo objednávky',
    reference: 'Vaše číslo objednávky',
    item: 'Predplatné {name}',
    onTheWeb: 'na webe',
    printed: 'tlačený denník',
    itemsTitle: 'Za čo ste platili',
    quantity: 'Počet',
    unitPrice: 'Cena za kus bez\u00a0DPH',
    vatTitle: 'Rozpis DPH',
    rate: 'Sadzba DPH',
    net: 'Základ dane',
    vat: 'DPH',
    gross: 'Spolu s\u00a0DPH',
    total: 'Spolu',
    paid: 'Zaplatené, neuhrádzajte.',
    refunded: 'Sumu sme vám vrátili.',
  },
  en: {
    title: { receipt: 'Payment receipt', invoice: 'Invoice', credit_note: 'Credit note' },
    supplier: 'Supplier',
    buyer: 'Customer',
    companyId: 'Company ID',
    taxId: 'Tax ID',
    vatId: 'VAT ID',
    number: 'Document number',
    issuedOn: 'Date of issue',
    paidOn: 'Date of payment',
    refundedOn: 'Date of refund',
    method: 'Paid by',
    methods: {
      card: 'payment card',
      bank_transfer: 'bank transfer',
      sms: 'text message',
      google: 'Google',
      none: 'no payment',
    },
    variableSymbol: 'Variable symbol',
    corrects: 'Corrects document',
    period: 'Period',
    giftPeriod: '{length} from the activation of the gift',
    orderNumber: 'Order number',
    reference: 'Your order number',
    item: 'Subscription {name}',
    onTheWeb: 'on the web',
    printed: 'printed daily',
    itemsTitle: 'What you paid for',
    quantity: 'Quantity',
    unitPrice: 'Unit price without\u00a0VAT',
    vatTitle: 'VAT summary',
    rate: 'VAT rate',
    net: 'Net',
    vat: 'VAT',
    gross: 'Total with VAT',
    total: 'Total',
    paid: 'Paid, please do not pay again.',
    refunded: 'The amount has been returned to you.',
  },
}

/** How long a gift is: `1 rok od aktivácie darčeka`. @param length calendar length, e.g. P1Y or P4W */
export function giftPeriod(locale: Locale, length: string): string {
  const format = new Intl.DurationFormat(locale, { style: 'long' })
  const text = format.format(Temporal.Duration.from(length)).replaceAll(' ', '\u00a0')
  return words[locale].giftPeriod.replace('{length}', text)
}
