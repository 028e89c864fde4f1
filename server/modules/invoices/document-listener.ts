import type { Tx } from '#server/platform/database/database.ts'
import { type IssueDeps, issueCreditNote, issueDocuments } from './issue-document.ts'

/**
 * What documents do when a payment is settled: one that is paid gets its receipt or invoice, one that is given back
 * its credit note, in the transaction that settles it. The small charge that proves a card buys nothing.
 *
 * @returns a listener of payments
 */
export const documentListener =
  (deps: IssueDeps) =>
  async (
    tx: Tx,
    payments: readonly { id: number; purpose: string }[],
    state: 'paid' | 'refunded',
  ): Promise<void> => {
    const ids = payments.filter(({ purpose }) => purpose !== 'verification').map(({ id }) => id)
    if (state === 'paid') await issueDocuments(tx, deps, ids)
    else for (const id of ids) await issueCreditNote(tx, deps, id)
  }
