import { billedByUs } from '#server/modules/invoices/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findPaymentMethods } from './store.ts'

/**
 * Whether invoices may be made out to a reader (R5.09): not while everything that the reader has is paid for by
 * somebody else (a company, a family, a giver) or billed by the operator or Google. A reader with no
 * subscription may still buy, so may have one.
 *
 * @param userId the reader
 */
export async function mayHaveInvoiceAddress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<boolean> {
  const methods = await findPaymentMethods(db, userId, clock.now())
  return methods.length === 0 || methods.some(({ method }) => method !== null && billedByUs.has(method))
}
