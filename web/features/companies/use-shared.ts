import {
  type Access,
  listAccesses,
  listSharedSubscriptions,
  mostListed,
} from '#contract/companies/companies.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { call } from '#web/lib/call/api.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'

/** Subscriptions whose accesses the reader gives to others. */
export const useShared = () => useEndpoint(listSharedSubscriptions, { params: useOwnParams() })

/** Path parameters of the calls about one of them. */
export function useSharedParams(subscriptionId: number) {
  return { ...useOwnParams(), subscriptionId: String(subscriptionId) }
}

/**
 * Reads all accesses that match, in large pages.
 *
 * @param params of one subscription
 * @param filter what is searched for; all where it is not given
 */
export async function readAllAccesses(
  params: ReturnType<typeof useSharedParams>,
  filter: Pick<EndpointInput<typeof listAccesses>['query'], 'q' | 'state'> = {},
): Promise<{ seats: number; items: Access[] }> {
  const items: Access[] = []
  let cursor: string | undefined
  for (;;) {
    const query = { ...filter, limit: String(mostListed), cursor }
    const page = await call(listAccesses, { params, query })
    items.push(...page.items)
    if (page.next_cursor === null) return { seats: page.seats, items }
    cursor = page.next_cursor
  }
}

/** Invalidates queries after a change of an access: the list, and the seat counts. */
export const refreshAccesses = (): Promise<unknown> =>
  Promise.all([invalidate(listAccesses), invalidate(listSharedSubscriptions)])
