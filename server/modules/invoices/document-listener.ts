import type { Tx } from '#server/platform/database.ts'
import { type IssueDeps, issueCreditNote, issueDocument } from './issue-document.ts'

/**
 * What documents do when a payment is settled: one that is paid gets its receipt or invoice, one that is given back
 * its credit note, in the transaction that settles it. The small charge that proves a card buys nothing.
 *
 * @returns a listener of payments
 */
export const documentListener =
  (deps: IssueDeps) =>
  async (tx: Tx, payment: { id: number; state: string; purpose: string }): Promise<void> => {
    if (payment.purpose === 'verification') return
    if (payment.state === 'paid') await issueDocument(tx, deps, payment.id)
    if (payment.state === 'refunded') await issueCreditNote(tx, deps, payment.id)
  }
