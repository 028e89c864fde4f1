/**
 * Transfers to the publisher's account: owns the entries of bank statements, deduplicated, and the outcome of each.
 * Entries are matched by variable symbol and sum; the rest is left to a person. It never changes an order or a payment
 * itself: orders do, in the same transaction.
 */

export { type BankEntry, dismissEntry, matchEntry } from './decide-entry.ts'
export { countEntries, type EntryCount, listEntries } from './list-entries.ts'
export { matchEntries } from './match-entries.ts'
export type { Statement, StatementEntry } from './statement.ts'
export { entryStates, unmatchedReasons } from './tables.ts'
export { takeStatements } from './take-statement.ts'
