import { sendMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mailOfWrongSum } from './order-mail.ts'
import { findOrdersOfPayments } from './store.ts'

/**
 * Tells readers that their transfers came to another sum than their order (R11.14).
 *
 * @param tx transaction that records them, so that each reader is told once
 * @param totals sum of what has come, in cents, by payment id
 */
export async function mailWrongSums(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  totals: ReadonlyMap<number, number>,
): Promise<void> {
  if (totals.size === 0) return
  const rows = await findOrdersOfPayments(tx, [...totals.keys()])
  await sendMails(
    tx,
    deps,
    rows
      .filter(({ reader }) => reader.erasedAt === null)
      .map(row => ({ mail: mailOfWrongSum(deps, row, totals.get(row.payment.id) ?? 0) })),
  )
}
