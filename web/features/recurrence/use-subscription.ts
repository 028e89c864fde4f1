import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { formatDate } from '#web/lib/format.ts'
import { useLocation } from '#web/lib/navigation.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'

type Card = { brand: string; last4: string }

/** The subscription that the address names by `predplatne`. `found` is null when the reader has no such one. */
export function useSubscription() {
  const { search } = useLocation()
  const id = Number(new URLSearchParams(search).get('predplatne'))
  const { data, isError, isFetching, refetch } = useEndpoint(listSubscriptions, { params: useOwnParams() })
  const found = data && (data.items.find(each => each.id === id) ?? null)
  return { found, isError, isFetching, refetch }
}

/** What its sentences name: the product and the day when the paid period ends. */
export const namesOf = (subscription: Subscription): { name: string; end: string } => ({
  name: subscription.type.name,
  end: formatDate(subscription.period.to),
})

/** A card as its bearer knows it: `Visa •••• 4242`. */
export const cardName = ({ brand, last4 }: Card): string => `${brand}\u00a0••••\u00a0${last4}`
