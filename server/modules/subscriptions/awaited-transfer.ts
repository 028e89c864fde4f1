import type { AwaitedTransfer } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { prepareWaitingOrders } from './transfer-store.ts'

/**
 * Prepares the newest order of a reader that waits for its transfer, and what has come for it in other sums (R11.14).
 *
 * @returns a function of the reader's id and language
 */
export function awaitedTransfer({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const ordersOf = prepareWaitingOrders(db)
  return async (userId: number, locale: Locale): Promise<AwaitedTransfer | null> => {
    const now = clock.now()
    const order = (await ordersOf(userId))?.find(
      ({ expiresAt }) => Temporal.Instant.compare(expiresAt, now) > 0,
    )
    if (!order) return null
    return {
      order_id: order.id,
      product_name: localized(order.product, 'name', locale),
      price: { amount: order.priceCents, currency: 'EUR' },
      received: { amount: order.receivedCents, currency: 'EUR' },
      expires_at: order.expiresAt.toString(),
    }
  }
}
