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

/** What a bank says of one account: all that was booked in a time. */
export type Statement = {
  account: string
  /** The bank's name of it. */
  reference: string
  entries: readonly StatementEntry[]
}
