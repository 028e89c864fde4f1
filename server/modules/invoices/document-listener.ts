import type { Tx } from '#server/platform/database/database.ts'
import { issueCreditNote, type Refunded } from './credit-note.ts'
import { type IssueDeps, issueDocuments } from './issue-document.ts'

/**
 * Makes documents when money moves, in its transaction: what is paid gets a receipt or invoice, each refund a credit
 * note. A charge that only verifies a card gets none.
 *
 * @returns a listener of payments
 */
export const documentListener = (deps: IssueDeps) => ({
  onPaid: (tx: Tx, payments: readonly { id: number; purpose: string }[]): Promise<void> =>
    issueDocuments(
      tx,
      deps,
      payments.filter(({ purpose }) => purpose !== 'verification').map(({ id }) => id),
    ),
  onRefunded: (tx: Tx, payment: Refunded['payment'], refund: Refunded['refund']): Promise<void> =>
    issueCreditNote(tx, deps, { payment, refund }),
})
