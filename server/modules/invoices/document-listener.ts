import type { Tx } from '#server/platform/database/database.ts'
import { issueCreditNote } from './credit-note.ts'
import { type IssueDeps, issueDocuments } from './issue-document.ts'

/**
 * Makes documents when a payment is settled: a paid one gets its receipt or invoice, a refunded one its credit note, in
 * the transaction that settles it. A charge that only verifies a card gets none.
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
