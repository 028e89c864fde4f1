import * as z from 'zod'
import { type BankEntry, entryStates, unmatchedReasons } from '#server/modules/bank-transfers/index.ts'
import { Day, Id, Instant } from '../fields.ts'

export const VariableSymbol = z
  .string()
  .regex(/^\d{1,10}$/)
  .describe('variable symbol, up to ten digits')

/** An entry of a bank statement as the publisher's people see it. */
export const BankEntryView = z.object({
  id: Id,
  account: z.string(),
  statement: z.string(),
  reference: z.string(),
  booked_on: Day,
  amount_cents: z.int(),
  currency: z.string(),
  direction: z.enum(['credit', 'debit']),
  reversal: z.boolean(),
  variable_symbol: z.string().nullable(),
  payer: z.string().nullable(),
  payer_account: z.string().nullable(),
  message: z.string().nullable(),
  state: z.enum(entryStates),
  reason: z.enum(unmatchedReasons).nullable(),
  payment_id: Id.nullable(),
  taken_at: Instant,
  settled_at: Instant.nullable(),
  note: z.string().nullable(),
})

export const describeEntry = (entry: BankEntry): z.input<typeof BankEntryView> => ({
  id: entry.id,
  account: entry.account,
  statement: entry.statement,
  reference: entry.reference,
  booked_on: entry.bookedOn,
  amount_cents: entry.amountCents,
  currency: entry.currency,
  direction: entry.isDebit ? 'debit' : 'credit',
  reversal: entry.isReversal,
  variable_symbol: entry.variableSymbol,
  payer: entry.payerName,
  payer_account: entry.payerAccount,
  message: entry.message,
  state: entry.state,
  reason: entry.reason,
  payment_id: entry.paymentId,
  taken_at: entry.takenAt.toString(),
  settled_at: entry.settledAt?.toString() ?? null,
  note: entry.note,
})
