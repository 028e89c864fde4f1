import { sendMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mailOfWrongSum } from './order-mail.ts'
import { findOrdersOfPayments } from './store.ts'

/**
 * Tells readers that their transfers came to another sum than their order (R11.14).
 *
 * @param tx transaction of the fact that they came, so that it is told once
 * @param totals what has come altogether, in cents, by the payment that waits for it
 */
export async function tellOfWrongSums(
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
