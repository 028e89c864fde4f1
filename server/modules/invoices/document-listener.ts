import type { Tx } from '#server/platform/database/database.ts'
import { issueCreditNote, type Refunded } from './credit-note.ts'
import { type IssueDeps, type Issued, issueDocuments } from './issue-document.ts'

/**
 * Makes documents when money moves, in its transaction: what is paid gets a receipt or invoice, each refund a credit
 * note. A charge that only verifies a card gets none.
 *
 * @param deps.onIssued is told of the new ones, each once
 * @returns a listener of payments
 */
export const documentListener = ({
  onIssued,
  ...deps
}: IssueDeps & { onIssued?: (tx: Tx, issued: readonly Issued[]) => Promise<void> }) => ({
  onPaid: async (tx: Tx, payments: readonly { id: number; purpose: string }[]): Promise<void> => {
    const paid = payments.filter(({ purpose }) => purpose !== 'verification')
    const issued = await issueDocuments(
      tx,
      deps,
      paid.map(({ id }) => id),
    )
    await onIssued?.(tx, issued)
  },
  onRefunded: async (tx: Tx, payment: Refunded['payment'], refund: Refunded['refund']): Promise<void> => {
    const issued = await issueCreditNote(tx, { payment, refund })
    await onIssued?.(tx, issued)
  },
})
