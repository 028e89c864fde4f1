import { isAfterWithdrawal } from '#server/modules/order-terms/index.ts'
import { endOfWithdrawal } from '#server/modules/subscriptions/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type OrderRow, someEndAfter } from './store.ts'

/**
 * Whether what is ordered waits until the time of withdrawal is over. Not what follows something that ends after that time,
 * counted from the order: its buyer was told that day and was asked for nothing (decision 060).
 */
export async function waitsForWithdrawal(db: Db | Tx, order: OrderRow['order']): Promise<boolean> {
  if (!isAfterWithdrawal(order)) return false
  if (order.begins !== 'after') return true
  return !(await someEndAfter(db, order.presentIds ?? [], endOfWithdrawal(order.createdAt)))
}
