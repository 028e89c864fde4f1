import type { DocumentKind } from '#contract/invoices/invoices.ts'
import type { Locale } from '#contract/wire.ts'
import { formatMoney, formatPlainDay } from '#server/platform/texts/format.ts'
import { buyerLines } from '../describe-buyer.ts'
import { type Buyer, type DocumentContent, type Supplier, vatSummary } from '../document-content.ts'
import { drawTable } from './draw-table.ts'
import { closePage, left, openPage, type Page, put, rule, width } from './page.ts'
import { giftPeriod, words } from './words.ts'

const grey = '#5c5850'
const half = width / 2

export type DrawnDocument = {
  kind: DocumentKind
  /** Document number as printed. */
  number: string
  issuedAt: Temporal.Instant
  content: DocumentContent
}

/**
 * Draws a receipt, an invoice or a credit note as a tagged PDF. Deterministic: the same document is the same bytes
 * whenever it is drawn.
 */
export async function drawDocument(document: DrawnDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { kind, number, issuedAt, content } = document
  const { locale, supplier, buyer } = content
  const say = words[locale]
  const title = `${say.title[kind]} ${number}`
  const page = openPage({ title, author: supplier.name, locale, createdAt: issuedAt })

  let y = put(page, 'P', supplier.name, { y: 56, size: 10, font: 'bold', colour: grey })
  y = put(page, 'H1', title, { y: y + 14, font: 'title', size: 22 })
  rule(page, y + 14)

  const top = y + 28
  const supplierEnd = drawParty(page, say.supplier, supplierLines(supplier, say), { x: left, y: top })
  const buyerEnd = drawParty(page, say.buyer, partyLines(buyer, locale), { x: left + half, y: top })
  y = Math.max(supplierEnd, buyerEnd) + 18
  rule(page, y)
  y = drawFacts(page, document, y + 14)

  y = drawTable(page, {
    y: y + 16,
    widths: [width * 0.33, width * 0.1, width * 0.18, width * 0.14, width * 0.1, width * 0.15],
    head: [say.itemsTitle, say.quantity, say.unitPrice, say.net, say.rate, say.gross],
    rows: content.lines.map(line => [
      line.name,
      String(line.quantity),
      formatUnitPrice(locale, line.netCents / line.quantity),
      money(line.netCents),
      percent(line.ratePercent),
      money(line.grossCents),
    ]),
  })
  y = put(page, 'H2', say.vatTitle, { y: y + 22, font: 'bold', size: 11 })
  y = drawTable(page, {
    y: y + 6,
    widths: [width * 0.25, width * 0.25, width * 0.2, width * 0.3],
    head: [say.rate, say.net, say.vat, say.gross],
    rows: vatSummary(content.lines).map(line => [
      percent(line.ratePercent),
      money(line.netCents),
      money(line.vatCents),
      money(line.grossCents),
    ]),
  })
  y = put(page, 'P', `${say.total}: ${money(content.grossCents)}`, { y: y + 26, font: 'title', size: 18 })
  y = put(page, 'P', kind === 'credit_note' ? say.refunded : say.paid, { y: y + 4, colour: grey })
  put(page, 'P', supplier.register, { y: 770, size: 8, colour: grey })
  return closePage(page)

  function money(cents: number): string {
    return formatMoney(locale, cents)
  }
}

const percent = (rate: number): string => `${rate}\u00a0%`

type Words = (typeof words)['sk']

function drawParty(page: Page, title: string, lines: string[], at: { x: number; y: number }): number {
  const place = { x: at.x, width: half - 16 }
  let y = put(page, 'H2', title, { ...place, y: at.y, font: 'bold', size: 11 }) + 4
  for (const line of lines) y = put(page, 'P', line, { ...place, y })
  return y
}

const supplierLines = (supplier: Supplier, say: Words): string[] => [
  supplier.name,
  supplier.street,
  [supplier.zip, supplier.city].filter(Boolean).join('\u00a0\u00a0'),
  ...numberLines(supplier, say),
]

const partyLines = (buyer: Buyer, locale: Locale): string[] => [
  ...buyerLines(buyer, locale),
  ...numberLines(buyer, words[locale]),
  buyer.email,
]

const numberLines = (party: Supplier | Buyer, say: Words): string[] =>
  [
    [say.companyId, party.companyId],
    [say.taxId, party.taxId],
    [say.vatId, party.vatId],
  ].flatMap(([name, value]) => (value == null ? [] : [`${name}: ${value}`]))

function drawFacts(
  page: Page,
  { kind, number, content }: { kind: DocumentKind; number: string; content: DocumentContent },
  top: number,
): number {
  const say = words[content.locale]
  const facts: [string, string | null][] = [
    [say.number, number],
    [say.corrects, content.corrects && correctedText(content.locale, content.corrects)],
    [say.issuedOn, day(content.locale, content.issuedOn)],
    [kind === 'credit_note' ? say.refundedOn : say.paidOn, day(content.locale, content.paidOn)],
    [say.period, content.period && periodText(content.locale, content.period)],
    [say.method, say.methods[content.method]],
    [say.variableSymbol, content.variableSymbol],
    [say.orderNumber, content.orderNumber],
    [say.reference, content.buyer.reference],
  ]
  let y = top
  for (const [name, value] of facts) {
    if (value !== null) y = put(page, 'P', `${name}: ${value}`, { y })
  }
  return y
}

const correctedText = (locale: Locale, { number, issuedOn }: NonNullable<DocumentContent['corrects']>) =>
  issuedOn === null ? number : `${number}, ${day(locale, issuedOn)}`

function periodText(locale: Locale, period: NonNullable<DocumentContent['period']>): string {
  if ('from' in period) return `${day(locale, period.from)} – ${day(locale, period.to)}`
  return giftPeriod(locale, period.length)
}

/** With the parts of a cent that a price for many seats has. */
const formatUnitPrice = (locale: Locale, cents: number): string =>
  unbroken(
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'EUR',
      maximumFractionDigits: 4,
    }).format(cents / 100),
  )

const day = (locale: Locale, date: string) => formatPlainDay(locale, Temporal.PlainDate.from(date))

const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')
