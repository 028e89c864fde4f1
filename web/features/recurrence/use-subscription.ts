import { choicePaths } from '#contract/recurrence/recurrence.ts'
import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { queryClient, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { addressWith, useLocation } from '#web/lib/navigation/navigation.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { lastDay, renewingOf } from '#web/lib/reader/subscription-words.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'

const parameter = 'predplatne'

/**
 * The subscription in `?predplatne=`, or its already paid successor that renews instead. `found` is null when
 * the reader has none such, `name` null when the address names none.
 */
export function useSubscription() {
  const { search } = useLocation()
  const name = new URLSearchParams(search).get(parameter)
  const query = useEndpoint(listSubscriptions, { params: useOwnParams() })
  const { data } = query
  const named = data?.items.find(each => each.id === Number(name))
  const found = data && (named ? renewingOf(named, data.items) : null)
  return { name, found, all: data?.items ?? [], query }
}

/** The current address with a subscription in its query. */
export const addressNaming = ({ id }: Pick<Subscription, 'id'>): string =>
  addressWith({ [parameter]: String(id) })

/** Whether its renewal can't be turned off any more before the next payment (R9.05), by the server's time. */
export function isTooLate({ recurrence }: Subscription): boolean {
  const until = recurrence.can_stop_until
  return until !== null && serverTimeMs() > Date.parse(until)
}

/** Values for sentences: the product, the last paid day, and whether it is over, as while it is paused. */
export const namesOf = (subscription: Subscription): { name: string; end: string; isOver: 'yes' | 'no' } => ({
  name: subscription.type.name,
  end: lastDay(subscription),
  isOver: subscription.state === 'inactive' ? 'yes' : 'no',
})

// By path, since the contracts of forms come with what checks them.
const choices = Object.values(choicePaths).map(path => [path])

/** Refetches what a change of a renewal has made stale. */
export async function refreshRenewal(): Promise<void> {
  forgetChoices()
  await Promise.all(
    [[listSubscriptions.path], ...choices].map(queryKey => queryClient.invalidateQueries({ queryKey })),
  )
}

/** Drops the choices that no page shows: one that is opened later would show them until the new answer comes. */
export function forgetChoices(): void {
  for (const queryKey of choices) queryClient.removeQueries({ queryKey, type: 'inactive' })
}
