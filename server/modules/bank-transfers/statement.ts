import type { bankEntries } from './tables.ts'

/** A line of a bank's statement, as it was read from a file. */
export type StatementEntry = Pick<
  typeof bankEntries.$inferSelect,
  | 'reference'
  | 'bookedOn'
  | 'amountCents'
  | 'currency'
  | 'isDebit'
  | 'isReversal'
  | 'variableSymbol'
  | 'payerName'
  | 'payerAccount'
  | 'message'
>

/** A bank statement: the entries of one account in a span of time. */
export type Statement = {
  account: string
  /** The bank's id of the statement. */
  reference: string
  entries: readonly StatementEntry[]
}
