import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { browserCookies } from '#web/lib/cookies.ts'
import { formatDate } from '#web/lib/format.ts'
import { useLocation } from '#web/lib/navigation.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { timeDifferenceMs } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'

type Card = { brand: string; last4: string }

/**
 * The subscription that the address names by `predplatne`, or the one that is paid for after it and renews in its place.
 * `found` is null when the reader has no such one.
 */
export function useSubscription() {
  const { search } = useLocation()
  const id = Number(new URLSearchParams(search).get('predplatne'))
  const { data, isError, isFetching, refetch } = useEndpoint(listSubscriptions, { params: useOwnParams() })
  const find = (wanted: number | undefined) => data?.items.find(each => each.id === wanted)
  const named = find(id)
  const found = data && (find(named?.recurrence.subscription_id) ?? named ?? null)
  return { found, all: data?.items ?? [], isError, isFetching, refetch }
}

/** Now, by the server's time, in milliseconds since 1970. */
export const serverNowMs = (): number => Date.now() + timeDifferenceMs(browserCookies)

/** Whether its renewal can't be turned off any more before the next payment (R9.05), by the server's time. */
export function isTooLate({ recurrence }: Subscription): boolean {
  const until = recurrence.can_stop_until
  return until !== null && serverNowMs() > Date.parse(until)
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
