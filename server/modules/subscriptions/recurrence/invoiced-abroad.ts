import { abroadIn } from '#contract/orders/abroad.ts'
import { chooseInvoiceAddress, findInvoiceAddresses } from '#server/modules/invoices/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Settings } from '#server/platform/settings.ts'

/**
 * Finds what of a reader's known addresses an invoice would be made out to, as an order is refused by it (R11.05).
 *
 * @returns whether a change for a product, paid at once, would be invoiced abroad where the publisher does not sell
 */
export async function findInvoicedAbroad(
  db: Db | Tx,
  { sellsAbroad }: Pick<Settings, 'sellsAbroad'>,
  userId: number,
): Promise<(product: Parameters<typeof chooseInvoiceAddress>[0]) => boolean> {
  if (sellsAbroad) return () => false
  const own = (await findInvoiceAddresses(db, [userId])).get(userId) ?? []
  return product => {
    const invoiced = chooseInvoiceAddress(product, own, null)
    return invoiced !== undefined && abroadIn(invoiced) !== undefined
  }
}
