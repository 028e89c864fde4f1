import * as z from 'zod'
import { type BankEntry, entryStates, unmatchedReasons } from '#server/modules/bank-transfers/index.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
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

export const describeEntry = ({
  isDebit,
  isReversal,
  payerName,
  ...entry
}: BankEntry): z.input<typeof BankEntryView> => ({
  ...inSnakeCase(entry),
  direction: isDebit ? 'debit' : 'credit',
  reversal: isReversal,
  payer: payerName,
})
