import type { AddressInput } from '#contract/addresses/addresses.ts'
import { companyAmong, findInvoiceAddresses, namesCompany } from '#server/modules/invoices/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { OrderInput } from './check-order.ts'

/**
 * Whom the invoice for an order would be made out to: the company in the order, else the reader's known addresses.
 *
 * @param shared the company whose subscription it renews or enlarges; null where its number is not known
 * @returns undefined when neither the order nor the reader's addresses tell
 */
export async function findInvoiced(
  tx: Tx,
  userId: number,
  { address }: OrderInput,
  shared: { companyId: string | null } | undefined,
): Promise<AddressInput | undefined> {
  if (address && (address.type === 'invoice' || namesCompany(address))) return address
  const own = (await findInvoiceAddresses(tx, [userId])).get(userId)
  return shared ? companyAmong(own, shared.companyId) : own?.[0]
}
