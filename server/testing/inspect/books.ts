import { and, asc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import * as z from 'zod'
import { DocumentContent } from '#server/modules/invoices/document-content.ts'
import { documents } from '#server/modules/invoices/tables.ts'
import { payments, refunds } from '#server/modules/payments/tables.ts'
import { products, vatRates } from '#server/modules/subscriptions/tables.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { BankBooking } from '../doubles/publisher-bank.ts'
import type { GatewayBooking } from '../journeys/year-of-money.ts'
import { operate } from '../make/operator.ts'
import type { TestApp } from '../setup/test-app.ts'

const Payments = z.object({
  items: z.array(z.object({ id: z.int(), purpose: z.string(), method: z.string(), amount_cents: z.int() })),
})
const Refunds = z.object({
  items: z.array(
    z.object({
      purpose: z.string(),
      way: z.string(),
      state: z.string(),
      sent_on: z.nullable(z.string()),
      amount_cents: z.int(),
    }),
  ),
})
const Sums = { net_cents: z.int(), vat_cents: z.int(), gross_cents: z.int() }
const Documents = z.object({ items: z.array(z.object(Sums)), gross_cents: z.int() })
const Vat = z.object({ items: z.array(z.object({ rate_percent: z.number(), ...Sums })), ...Sums })

const sum = <T>(items: readonly T[], cents: (item: T) => number) =>
  items.reduce((total, item) => total + cents(item), 0)

/** The accounting export of a month, as staff get it. */
async function exportMonth(server: TestApp, month: string) {
  const read = (what: string) => operate(server, `accounting ${what}`, { month })
  return {
    documents: Documents.parse(await read('documents')),
    payments: Payments.parse(await read('payments')).items,
    refunds: Refunds.parse(await read('refunds')).items,
    vat: Vat.parse(await read('vat')),
  }
}

/**
 * Compares what the product says for accounting with what the gateway and the bank say, month by month.
 *
 * @returns a row for each month, and every difference in words; none when the books are right
 */
export async function compareMonths(
  server: TestApp,
  ledgers: { bank: readonly BankBooking[]; gateway: readonly GatewayBooking[] },
  months: readonly string[],
) {
  const differences: string[] = []
  const exported = await Promise.all(months.map(month => exportMonth(server, month)))
  const sentBack = exported.flatMap(each => each.refunds).filter(({ way }) => way === 'transfer')
  const credits = new Map(ledgers.bank.map(each => [each.reference, each.day]))
  const rows = months.map((month, index) => {
    const books = exported[index]
    if (!books) throw new Error('A month is missing')
    const inMonth = ({ day }: { day: string }) => day.startsWith(month)
    const ofGateway = (isRefund: boolean) =>
      sum(
        ledgers.gateway.filter(each => inMonth(each) && each.isRefund === isRefund),
        each => each.cents,
      )
    const paid = (method: string) =>
      sum(
        books.payments.filter(each => each.method === method),
        each => each.amount_cents,
      )
    const received = sum(
      ledgers.bank.filter(each => !each.isDebit && inMonth(each)),
      each => each.cents,
    )
    // What came in excess, or by mistake, belongs to the day on which it came.
    const returned = sum(
      ledgers.bank.filter(each => each.returns && credits.get(each.returns)?.startsWith(month)),
      each => each.cents,
    )
    const bought = ({ purpose }: { purpose: string }) => purpose !== 'verification'
    const row = {
      'charged by card': paid('card'),
      'gateway took': ofGateway(false),
      'refunded to cards': sum(
        books.refunds.filter(each => each.way === 'card'),
        each => each.amount_cents,
      ),
      'gateway gave back': ofGateway(true),
      'paid by transfer': paid('bank_transfer'),
      'bank received': received - returned,
      'refunds sent by transfer': sum(
        sentBack.filter(each => each.sent_on?.startsWith(month)),
        each => each.amount_cents,
      ),
      'bank sent': sum(
        ledgers.bank.filter(each => each.isDebit && each.symbol !== undefined && inMonth(each)),
        each => each.cents,
      ),
      'payments less refunds':
        sum(books.payments.filter(bought), each => each.amount_cents) -
        sum(books.refunds.filter(bought), each => each.amount_cents),
      documents: books.documents.gross_cents,
      VAT: books.vat.gross_cents,
      'net and VAT': books.vat.net_cents + books.vat.vat_cents,
    }
    const pairs = [
      ['charged by card', 'gateway took'],
      ['refunded to cards', 'gateway gave back'],
      ['paid by transfer', 'bank received'],
      ['refunds sent by transfer', 'bank sent'],
      ['payments less refunds', 'documents'],
      ['documents', 'VAT'],
      ['VAT', 'net and VAT'],
    ] as const
    for (const [one, other] of pairs) {
      if (row[one] === row[other]) continue
      differences.push(`${month}: ${one} ${row[one]}, ${other} ${row[other]}`)
    }
    return { month, ...row }
  })
  const open = exported
    .flatMap(each => each.refunds)
    .filter(each => !['sent', 'arrived'].includes(each.state))
  if (open.length > 0) differences.push(`${open.length} refunds have not left`)
  return { rows, differences }
}

/** In percent, where no other rate is planned (Act 278/2024). */
const ratesSince2025 = { digital: 23, print: 5 }

/** What does not add up within the documents of these readers, in words. */
export async function checkDocuments(server: TestApp, readerIds?: readonly number[]): Promise<string[]> {
  const { db } = server.deps
  const differences: string[] = []
  const of = (column: typeof documents.userId | typeof payments.userId) =>
    readerIds && inArray(column, [...readerIds])
  const made = (
    await db.select().from(documents).where(of(documents.userId)).orderBy(asc(documents.serial))
  ).map(row => ({ ...row, content: DocumentContent.parse(row.content) }))
  const money = await db
    .select()
    .from(payments)
    .where(and(of(payments.userId), isNotNull(payments.paidOn), ne(payments.purpose, 'verification')))
  const given = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(of(payments.userId), ne(payments.purpose, 'verification')))

  // Per reader and month of the tax point.
  const books = new Map<string, number>()
  const add = (userId: number, day: string, cents: number) => {
    const key = `reader ${userId} in ${day.slice(0, 7)}`
    books.set(key, (books.get(key) ?? 0) + cents)
  }
  for (const each of money) add(each.userId, each.paidOn ?? '', each.amountCents)
  for (const { refund, payment } of given) add(payment.userId, dayOf(refund.requestedAt), -refund.amountCents)
  for (const { userId, content } of made) add(userId, content.paidOn, -content.grossCents)
  for (const [key, cents] of books) {
    if (cents !== 0) differences.push(`${key}: money less documents is ${cents}`)
  }

  const planned = (await db.select().from(vatRates)).toSorted((one, other) =>
    one.fromDay < other.fromDay ? 1 : -1,
  )
  const rateOn = (kind: 'digital' | 'print', day: string) =>
    planned.find(each => each.kind === kind && each.fromDay <= day)?.percent ?? ratesSince2025[kind]
  const printed = new Set(
    (await db.select().from(products)).filter(each => each.printCents > 0).map(each => each.code),
  )
  const codes = new Map(money.map(each => [each.id, each.productCode]))
  for (const { kind, content, ...row } of made.filter(each => each.kind !== 'credit_note')) {
    // The part for the printed daily may be the whole of a price that was reduced.
    const kinds = printed.has(codes.get(row.paymentId) ?? '')
      ? (['digital', 'print'] as const)
      : (['digital'] as const)
    const rates = kinds.map(each => rateOn(each, content.paidOn))
    const other = content.lines.find(line => !rates.includes(line.ratePercent))
    if (other)
      differences.push(
        `${kind} ${row.serial}: ${other.ratePercent} % on ${content.paidOn}, by law ${rates.join(', ')}`,
      )
  }

  const perPayment = Map.groupBy(made, each => each.paymentId)
  for (const payment of money) {
    const own = perPayment.get(payment.id) ?? []
    differences.push(...faultsOf(payment, own).map(fault => `payment ${payment.id}: ${fault}`))
  }
  if (!readerIds) differences.push(...faultsOfNumbers(made))
  return differences
}

type Made = typeof documents.$inferSelect & { content: DocumentContent }

/** Each payment has one document, whose VAT is what the law makes of the sum; corrections take off their share. */
function faultsOf(payment: { refundedCents: number; amountCents: number }, own: readonly Made[]): string[] {
  const faults: string[] = []
  const first = own.filter(each => each.kind !== 'credit_note')
  if (first.length !== 1) faults.push(`${first.length} documents`)
  for (const { content } of own) {
    const { lines, grossCents } = content
    if (sum(lines, line => line.netCents + line.vatCents) !== grossCents) faults.push('lines are not the sum')
  }
  const [said] = first
  for (const line of said?.content.lines ?? []) {
    const whole = netOf(line.grossCents, line.ratePercent)
    if (line.netCents !== whole) faults.push(`net ${line.netCents}, by law ${whole}`)
    const all = own.flatMap(each => each.content.lines).filter(each => each.ratePercent === line.ratePercent)
    const kept = sum(all, each => each.grossCents)
    const net = sum(all, each => each.netCents)
    if (kept === 0 && net !== 0) faults.push(`nothing is kept at ${line.ratePercent} %, yet net ${net}`)
    if (Math.abs(net - netOf(kept, line.ratePercent)) > 1) faults.push(`net kept ${net} of ${kept}`)
  }
  const kept = sum(own, each => each.content.grossCents)
  if (kept !== payment.amountCents - payment.refundedCents) faults.push(`documents say ${kept}`)
  return faults
}

/** Half up. */
const netOf = (gross: number, rate: number) => Math.floor((200 * gross + 100 + rate) / (2 * (100 + rate)))

/** Every number of a series once, none missing, in the order of the days of issue. */
function faultsOfNumbers(made: readonly Made[]): string[] {
  return [...Map.groupBy(made, each => `${each.kind} ${each.year}`)].flatMap(([series, own]) =>
    own.flatMap(({ serial, issuedAt, content }, index) => {
      const before = own[index - 1]
      const faults: string[] = []
      if (serial !== index + 1) faults.push(`${series}: ${serial} in place ${index + 1}`)
      if (content.issuedOn !== dayOf(issuedAt)) faults.push(`${series} ${serial}: issued on another day`)
      if (before && before.content.issuedOn > content.issuedOn)
        faults.push(`${series} ${serial}: out of order`)
      return faults
    }),
  )
}

const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate().toString()
