import * as z from 'zod'
import {
  dismissEntry,
  entryStates,
  listEntries,
  matchEntry,
  unmatchedReasons,
} from '#server/modules/bank-transfers/index.ts'
import { bareSymbol, confirmTransfer, listAwaitedTransfers } from '#server/modules/orders/index.ts'
import { dayOf } from '#server/platform/clock.ts'
import { Day, Id, Instant } from '../fields.ts'
import { defineRead, defineWrite, defineWriteInPieces, refusal } from '../operation.ts'
import { StatementError } from '../statements/statement-error.ts'
import { StatementReport, takeStatementFile } from '../statements/take-statement-file.ts'
import { BankEntryView, describeEntry, VariableSymbol } from './bank-entry-view.ts'

const Limit = z.int().min(1).max(500).default(50).describe('most items')
const Before = Id.optional().describe('only items older than the one with this id')
const Note = z.string().trim().min(1).max(500)

const AwaitedView = z.object({
  id: Id,
  order_id: Id.nullable(),
  variable_symbol: z.string(),
  amount_cents: z.int(),
  product: z.string(),
  reader: z.object({ id: Id, email: z.string() }),
  ordered_at: Instant,
  expires_at: Instant.nullable(),
  expired: z.boolean().describe('the order was given up; a transfer that comes all the same is honoured'),
})

export const bankTransferOperations = [
  defineRead({
    name: 'transfers list',
    summary: 'Lists the transfers that are waited for, newest first.',
    http: { method: 'GET', path: '/bank-transfers' },
    scope: 'bank-transfers:read',
    input: z.object({
      variable_symbol: VariableSymbol.optional(),
      reader: Id.optional().describe('only those of this reader'),
      limit: Limit,
      before: Before,
    }),
    output: z.object({ items: z.array(AwaitedView) }),
    run: async ({ db }, { variable_symbol: variableSymbol, reader, limit, before }) => {
      const rows = await listAwaitedTransfers(db, { variableSymbol, readerId: reader, limit, before })
      return {
        answer: {
          items: rows.map(row => ({
            id: row.paymentId,
            order_id: row.orderId,
            variable_symbol: row.variableSymbol,
            amount_cents: row.amountCents,
            product: row.product.code,
            reader: row.reader,
            ordered_at: row.orderedAt.toString(),
            expires_at: row.expiresAt?.toString() ?? null,
            expired: row.isExpired,
          })),
        },
        ...(reader === undefined ? {} : { readerId: reader }),
      }
    },
  }),

  defineWriteInPieces({
    name: 'transfers take',
    summary: 'Takes a bank statement, CAMT.053 or CSV, and confirms the transfers that it holds.',
    http: { method: 'POST', path: '/bank-statements' },
    scope: 'bank-transfers:write',
    file: 'file',
    input: z.object({
      file: z.instanceof(Uint8Array).describe('the statement: camt.053.001.02, camt.053.001.08, or CSV'),
      account: z
        .string()
        .trim()
        .min(1)
        .max(60)
        .transform(account => account.replaceAll(' ', ''))
        .optional()
        .describe('the IBAN whose entries a CSV holds, when no column says it'),
    }),
    output: StatementReport,
    run: async (context, { file, account }) => {
      try {
        const report = await takeStatementFile(context, file, { account })
        const { statements, ...after } = report
        return {
          answer: report,
          target: `statement ${statements.map(({ reference }) => reference).join(' ')}`.trim().slice(0, 100),
          before: null,
          after,
        }
      } catch (error) {
        if (error instanceof StatementError) throw refusal(error.message, 'file')
        throw error
      }
    },
  }),

  defineRead({
    name: 'transfers entries',
    summary:
      'Lists entries of bank statements, newest first: those that did not match, unless told otherwise.',
    http: { method: 'GET', path: '/bank-entries' },
    scope: 'bank-transfers:read',
    input: z.object({
      state: z.enum(entryStates).default('unmatched').describe('what became of them'),
      reason: z.enum(unmatchedReasons).optional().describe('why they did not match'),
      variable_symbol: VariableSymbol.optional(),
      from: Day.optional().describe('booked on this day or later'),
      until: Day.optional().describe('booked on this day or before'),
      limit: Limit,
      before: Before,
    }),
    output: z.object({ items: z.array(BankEntryView) }),
    run: async ({ db }, { variable_symbol: symbol, ...wanted }) => {
      const variableSymbol = symbol === undefined ? undefined : bareSymbol(symbol)
      return { answer: { items: (await listEntries(db, { ...wanted, variableSymbol })).map(describeEntry) } }
    },
  }),

  defineWrite({
    name: 'transfers match',
    summary: 'Says what an entry that did not match pays for; what waits for it is opened.',
    http: { method: 'POST', path: '/bank-entries/:id/match' },
    scope: 'bank-transfers:write',
    refusals: ['not_found'],
    input: z.object({
      id: Id.describe('the entry'),
      variable_symbol: VariableSymbol.describe('of what it pays for'),
      note: Note.optional().describe('why, for those who come after'),
    }),
    output: BankEntryView.extend({ opened: z.boolean().describe('whether something was opened by it') }),
    run: async ({ tx, ...context }, { id, variable_symbol: variableSymbol, note }) => {
      const { before, after, opened, readerId } = await matchEntry(tx, context, {
        id,
        variableSymbol,
        note: note ?? null,
      })
      return {
        answer: { ...describeEntry(after), opened },
        readerId,
        before: stateOf(before),
        after: { ...stateOf(after), opened },
      }
    },
  }),

  defineWrite({
    name: 'transfers dismiss',
    summary: 'Takes an entry off the list of what did not match, e.g. because it was sent back.',
    http: { method: 'POST', path: '/bank-entries/:id/dismiss' },
    scope: 'bank-transfers:write',
    refusals: ['not_found'],
    input: z.object({ id: Id.describe('the entry'), note: Note.describe('why') }),
    output: BankEntryView,
    run: async ({ tx, ...context }, { id, note }) => {
      const { before, after, readerId } = await dismissEntry(tx, context, { id, note })
      return {
        answer: describeEntry(after),
        ...(readerId !== undefined && { readerId }),
        before: stateOf(before),
        after: stateOf(after),
      }
    },
  }),

  defineWrite({
    name: 'transfers confirm',
    summary: 'Confirms a transfer ahead of the bank statement, which then finds it paid.',
    http: { method: 'POST', path: '/bank-transfers/:variable_symbol/confirm' },
    scope: 'bank-transfers:write',
    refusals: ['not_found'],
    input: z.object({
      variable_symbol: VariableSymbol,
      amount_cents: z.int().min(0).describe('what came, so that a mistyped symbol opens nothing'),
      booked_on: Day.optional().describe(
        'the day on which it came, which the document states: not before the order; today',
      ),
    }),
    output: z.object({ payment_id: Id }),
    run: async (
      { tx, ...context },
      { variable_symbol: variableSymbol, amount_cents: amountCents, ...on },
    ) => {
      const bookedOn = on.booked_on ?? dayOf(context.clock.now()).toString()
      const { paymentId, readerId } = await confirmTransfer(tx, context, {
        variableSymbol,
        amountCents,
        bookedOn,
      })
      return {
        answer: { payment_id: paymentId },
        readerId,
        before: { payment: paymentId, state: 'waiting' },
        after: { payment: paymentId, state: 'paid', amount_cents: amountCents, paid_on: bookedOn },
      }
    },
  }),
]

/** Sender and message stay out of the audit log. */
const stateOf = (entry: Parameters<typeof describeEntry>[0]) => ({
  state: entry.state,
  reason: entry.reason,
  amount_cents: entry.amountCents,
  payment: entry.paymentId,
  note: entry.note,
})
