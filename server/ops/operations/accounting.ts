import { makeZip } from 'client-zip'
import * as z from 'zod'
import {
  type Days,
  listAccountingDocuments,
  listAccountingPayments,
  listAccountingRefunds,
  listCompanyDocuments,
  sumVat,
  writeEInvoices,
} from '#server/modules/invoices/index.ts'
import { dayOf } from '#server/platform/clock.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { Day, Id } from '../fields.ts'
import { defineRead, refusal } from '../operation.ts'

const input = z.object({
  month: z
    .string()
    .refine(text => daysOf(text) !== undefined, 'must be a month or a day: YYYY-MM or YYYY-MM-DD.')
    .describe('the month in the publisher’s calendar, YYYY-MM, or one day of it, YYYY-MM-DD'),
})
const Cents = z.int().describe('cents, VAT included; of credit notes negative')
const common = { scope: 'accounting:read', input } as const

/** Most rows of a month's list: more would take too much of the server's memory at once. */
const most = 10_000

/** @returns undefined where it is neither a month nor a day */
function daysOf(text: string): Days | undefined {
  if (!/^[12]\d{3}-\d{2}(-\d{2})?$/.test(text)) return undefined
  const isMonth = text.length === 7
  try {
    const from = Temporal.PlainDate.from(isMonth ? `${text}-01` : text, { overflow: 'reject' })
    return { from, until: from.add(isMonth ? { months: 1 } : { days: 1 }) }
  } catch {
    return undefined
  }
}

/**
 * What a month's or a day's list holds, whole. A day has no end that could be refused.
 *
 * @param list gives all rows up to the limit: what it leaves out afterwards would be missed here
 * @throws AppError `operation_refused` for a month that is too long
 */
async function listWhole<Row>(
  text: string,
  list: (days: Days, most: number) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const days = daysOf(text)
  if (!days) throw new Error('A month is validated by its schema')
  if (text.length > 7) return list(days, Number.MAX_SAFE_INTEGER)
  const rows = await list(days, most + 1)
  if (rows.length <= most) return rows
  throw refusal(`${text} has more than ${most} rows: ask for its days, e.g. ${text}-01.`, 'month')
}
const sum = <Row>(rows: readonly Row[], cents: (row: Row) => number) =>
  rows.reduce((total, row) => total + cents(row), 0)

const amounts = { net_cents: z.int(), vat_cents: z.int(), gross_cents: Cents }

export const accountingOperations = [
  defineRead({
    ...common,
    name: 'accounting documents',
    summary: 'Lists the documents whose tax point is in a month, with their buyers.',
    http: { method: 'GET', path: '/accounting/:month/documents' },
    output: z.object({
      items: z.array(
        z.object({
          number: z.string(),
          kind: z.enum(['receipt', 'invoice', 'credit_note']),
          issued_on: Day,
          tax_point: Day.describe('the day on which the money came or was given back'),
          payment_id: Id,
          refund_id: Id.nullable(),
          order_number: z.string().nullable(),
          corrects: z.string().nullable().describe('number of the document that a credit note corrects'),
          method: z.string(),
          variable_symbol: z.string().nullable(),
          buyer: z.string(),
          country: z.string().nullable(),
          company_id: z.string().nullable().describe('IČO'),
          tax_id: z.string().nullable().describe('DIČ'),
          vat_id: z.string().nullable().describe('IČ DPH'),
          ...amounts,
        }),
      ),
      gross_cents: Cents,
    }),
    run: async ({ db }, { month }) => {
      const rows = await listWhole(month, (days, limit) => listAccountingDocuments(db, days, limit))
      const items = rows.map(({ content, ...row }) => ({
        number: row.number,
        kind: row.kind,
        issued_on: content.issuedOn,
        tax_point: content.paidOn,
        payment_id: row.paymentId,
        refund_id: row.refundId,
        order_number: content.orderNumber,
        corrects: content.corrects?.number ?? null,
        method: content.method,
        variable_symbol: content.variableSymbol,
        buyer: content.buyer.company ?? content.buyer.person ?? content.buyer.printed[0] ?? '',
        country: content.buyer.address?.country ?? null,
        company_id: content.buyer.companyId,
        tax_id: content.buyer.taxId,
        vat_id: content.buyer.vatId,
        net_cents: sum(content.lines, line => line.netCents),
        vat_cents: sum(content.lines, line => line.vatCents),
        gross_cents: content.grossCents,
      }))
      return { answer: { items, gross_cents: sum(items, item => item.gross_cents) }, target: month }
    },
  }),

  defineRead({
    ...common,
    name: 'accounting payments',
    summary: 'Lists what was paid in a month, by the day on which the money came.',
    http: { method: 'GET', path: '/accounting/:month/payments' },
    output: z.object({
      items: z.array(
        z.object({
          id: Id,
          paid_on: Day,
          purpose: z.string().describe('a `verification` of a card is given back at once, without documents'),
          method: z.string().describe('what comes by `sms` and `google` is billed by others'),
          product: z.string(),
          amount_cents: z.int(),
          variable_symbol: z.string().nullable(),
          gateway_reference: z.string().nullable(),
        }),
      ),
      amount_cents: z.int(),
    }),
    run: async ({ db }, { month }) => {
      const rows = await listWhole(month, (days, limit) => listAccountingPayments(db, days, limit))
      const items = rows.map(({ productCode: product, chargeReference: gatewayReference, ...row }) =>
        inSnakeCase({ ...row, product, gatewayReference }),
      )
      return { answer: { items, amount_cents: sum(items, item => item.amount_cents) }, target: month }
    },
  }),

  defineRead({
    ...common,
    name: 'accounting refunds',
    summary: 'Lists the refunds that were decided on in a month, when their credit notes were made.',
    http: { method: 'GET', path: '/accounting/:month/refunds' },
    output: z.object({
      items: z.array(
        z.object({
          id: Id,
          payment_id: Id,
          purpose: z.string(),
          decided_on: Day,
          sent_on: Day.nullable(),
          arrived_on: Day.nullable(),
          way: z.string(),
          state: z.string(),
          amount_cents: z.int(),
          gateway_reference: z.string().nullable(),
        }),
      ),
      amount_cents: z.int(),
    }),
    run: async ({ db }, { month }) => {
      const day = (at: Temporal.Instant | null) => at && dayOf(at).toString()
      const rows = await listWhole(month, (days, limit) => listAccountingRefunds(db, days, limit))
      const items = rows.map(({ refund, purpose }) => ({
        ...inSnakeCase(refund),
        purpose,
        decided_on: dayOf(refund.requestedAt).toString(),
        sent_on: day(refund.sentAt),
        arrived_on: day(refund.arrivedAt),
      }))
      return { answer: { items, amount_cents: sum(items, item => item.amount_cents) }, target: month }
    },
  }),

  defineRead({
    ...common,
    name: 'accounting vat',
    summary: 'Sums up the documents of a month by tax point, kind and rate of VAT.',
    http: { method: 'GET', path: '/accounting/:month/vat' },
    output: z.object({
      items: z.array(
        z.object({
          tax_point: Day,
          kind: z.enum(['receipt', 'invoice', 'credit_note']),
          rate_percent: z.number(),
          documents: z.int().describe('how many; one with two rates counts at both'),
          ...amounts,
        }),
      ),
      ...amounts,
    }),
    run: async ({ db }, { month }) => {
      const items = await listWhole(month, days => sumVat(db, days))
      const answer = {
        items,
        net_cents: sum(items, item => item.net_cents),
        vat_cents: sum(items, item => item.vat_cents),
        gross_cents: sum(items, item => item.gross_cents),
      }
      return { answer, target: month }
    },
  }),

  defineRead({
    ...common,
    name: 'e-invoices export',
    summary: 'Writes the e-invoices that were issued in a month into one archive, for a delivery service.',
    http: { method: 'GET', path: '/e-invoices/:month' },
    output: z.object({
      count: z.int(),
      file_name: z.string(),
      file: z
        .string()
        .describe('the archive (ZIP), base64; the command writes it into the working directory'),
    }),
    run: async ({ db }, { month }) => {
      const rows = await listWhole(month, (days, limit) => listCompanyDocuments(db, days, limit))
      const files = writeEInvoices(rows)
      const zip = makeZip(files.map(({ number, xml }) => ({ name: `${number}.xml`, input: xml })))
      const file = Buffer.from(await new Response(zip).arrayBuffer()).toString('base64')
      return { answer: { count: files.length, file_name: `e-invoices-${month}.zip`, file }, target: month }
    },
  }),
]
