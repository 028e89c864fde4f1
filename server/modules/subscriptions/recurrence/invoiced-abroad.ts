import { abroadIn } from '#contract/orders/abroad.ts'
import { chooseInvoiceAddress, findInvoiceAddresses } from '#server/modules/invoices/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Settings } from '#server/platform/settings.ts'

/** Whether a change for a product that is paid at once would be refused by the address of its invoice. */
export type InvoicedAbroad = (product: Parameters<typeof chooseInvoiceAddress>[0]) => boolean

/**
 * Reads a reader's invoice addresses: one abroad, where the publisher does not sell, takes no order (R11.05).
 *
 * @returns a function of the product, since that decides which of the addresses its invoice has
 */
export async function findInvoicedAbroad(
  db: Db | Tx,
  { sellsAbroad }: Pick<Settings, 'sellsAbroad'>,
  userId: number,
): Promise<InvoicedAbroad> {
  if (sellsAbroad) return () => false
  const own = (await findInvoiceAddresses(db, [userId])).get(userId) ?? []
  return product => {
    const invoiced = chooseInvoiceAddress(product, own, null)
    return invoiced !== undefined && abroadIn(invoiced) !== undefined
  }
}
