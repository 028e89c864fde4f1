import { AppError } from '#server/platform/app-error.ts'
import type { Settings } from '#server/platform/settings.ts'

/**
 * Where the gateway's page leads back: `order` and `payment` (`done`, or `left`) are added to the query.
 *
 * @param wanted the caller's address; the account area when not given
 * @returns both addresses of an order
 * @throws AppError `return_url_not_allowed` when it is not on one of the publisher's own sites
 */
export function returnUrls(settings: Pick<Settings, 'origins' | 'trustedOrigins'>, wanted?: string) {
  const base = new URL(wanted ?? `${settings.origins.account}/predplatne`)
  if (!settings.trustedOrigins.includes(base.origin)) {
    throw new AppError({ key: 'return_url_not_allowed', field: 'return_url' })
  }
  const url = (orderId: number, payment: 'done' | 'left') => {
    const full = new URL(base)
    full.searchParams.set('order', String(orderId))
    full.searchParams.set('payment', payment)
    return full.href
  }
  return (orderId: number) => ({ successUrl: url(orderId, 'done'), cancelUrl: url(orderId, 'left') })
}
