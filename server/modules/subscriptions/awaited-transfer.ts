import type { AwaitedTransfer } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/localized.ts'
import { findAwaitedTransfer } from './store.ts'

/** The newest order of a reader that waits for its transfer, and what has come for it in other sums (R11.14). */
export async function readAwaitedTransfer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  locale: Locale,
): Promise<AwaitedTransfer | null> {
  const row = await findAwaitedTransfer(db, userId, clock.now())
  return row
    ? {
        order_id: row.id,
        product_name: localized(row.product, 'name', locale),
        price: { amount: row.priceCents, currency: 'EUR' },
        received: { amount: row.receivedCents, currency: 'EUR' },
        expires_at: row.expiresAt.toString(),
      }
    : null
}
