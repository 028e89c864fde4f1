import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { addressText, currentLocation, useLocation } from '#web/lib/navigation.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatDate } from '#web/lib/texts/format.ts'

type Card = { brand: string; last4: string }

const parameter = 'predplatne'

/**
 * The subscription that the address names by `predplatne`, or the one that is paid for after it and renews in its place.
 * `found` is null when the reader has no such one, `isNamed` false when the address names none.
 */
export function useSubscription() {
  const { search } = useLocation()
  const name = new URLSearchParams(search).get(parameter)
  const query = useEndpoint(listSubscriptions, { params: useOwnParams() })
  const { data } = query
  const named = data?.items.find(each => each.id === Number(name))
  const found = data && (named ? renewingOf(named, data.items) : null)
  return { isNamed: !!name, found, all: data?.items ?? [], query }
}

/** The present address with a subscription named in it. */
export function addressNaming({ id }: Pick<Subscription, 'id'>): string {
  const { pathname, search, hash } = currentLocation()
  const query = new URLSearchParams(search)
  query.set(parameter, String(id))
  return addressText({ pathname, search: `?${query}`, hash })
}

/** The one that renews in the place of another that is paid for before it; else that one itself. */
export const renewingOf = (subscription: Subscription, all: readonly Subscription[]): Subscription =>
  all.find(each => each.id === subscription.recurrence.subscription_id) ?? subscription

/** Whether its renewal can't be turned off any more before the next payment (R9.05), by the server's time. */
export function isTooLate({ recurrence }: Subscription): boolean {
  const until = recurrence.can_stop_until
  return until !== null && serverTimeMs() > Date.parse(until)
}

/** The last day of a period: its end is the first instant without access. */
export const lastDay = ({ period }: Pick<Subscription, 'period'>): string =>
  formatDate(new Date(Date.parse(period.to) - 1).toISOString())

/** What its sentences name: the product and the day when the paid period ends. */
export const namesOf = (subscription: Subscription): { name: string; end: string } => ({
  name: subscription.type.name,
  end: formatDate(subscription.period.to),
})

/** A card as its bearer knows it: `Visa •••• 4242`. */
export const cardName = ({ brand, last4 }: Card): string => `${brand}\u00a0••••\u00a0${last4}`
