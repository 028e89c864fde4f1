import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import { grossPrice } from './price.ts'
import type { ReaderSubscriptionRow } from './store.ts'

/** How long before a payment its renewal can still be stopped (R9.05). */
export const stopNotice = Temporal.Duration.from({ hours: 48 })

const methodsThatRenew = new Set(['card', 'sms', 'google'])

/**
 * Whether and how a subscription renews, as its reader is told it.
 *
 * @param row the subscription with its live renewal, if it has one
 */
export function describeRecurrence(row: ReaderSubscriptionRow, locale: Locale): Subscription['recurrence'] {
  const { renewal, nextProduct } = row
  const next =
    nextProduct === null
      ? null
      : { code: nextProduct.code, name: locale === 'sk' ? nextProduct.nameSk : nextProduct.nameEn }
  if (renewal?.state === 'active' && nextProduct !== null) {
    return {
      state: 'on',
      reason: null,
      can_stop_until: renewal.chargeAt.subtract(stopNotice).toString(),
      next_payment: {
        at: renewal.chargeAt.toString(),
        price: { amount: grossPrice(nextProduct), currency: 'EUR' },
        failed_attempts: renewal.failedAttempts,
      },
      next_type: next,
    }
  }
  return {
    state: renewal ? 'off' : 'unavailable',
    reason: reasonOf(row),
    can_stop_until: null,
    next_payment: null,
    next_type: next,
  }
}

function reasonOf({ renewal, payment }: ReaderSubscriptionRow): Subscription['recurrence']['reason'] {
  if (renewal?.state === 'user_stop') return 'stopped_by_reader'
  if (renewal?.state === 'admin_stop') return 'stopped_by_publisher'
  if (renewal) return 'stopped_after_failures'
  if (payment === null || payment.method === 'none') return 'no_payment'
  return methodsThatRenew.has(payment.method) ? null : 'not_recurrent'
}
