import { listAccesses, listSharedSubscriptions } from '#contract/companies/companies.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'

/** Subscriptions whose accesses the reader gives to others. */
export const useShared = () => useEndpoint(listSharedSubscriptions, { params: useOwnParams() })

/** Path parameters of the calls about one of them. */
export function useSharedParams(subscriptionId: number) {
  return { ...useOwnParams(), subscriptionId: String(subscriptionId) }
}

/** Its accesses, and how many there are. */
export const useAccesses = (subscriptionId: number) =>
  useEndpoint(listAccesses, { params: useSharedParams(subscriptionId) })

/** Invalidates queries after a change of an access: the list, and the seat counts. */
export const refreshAccesses = (): Promise<unknown> =>
  Promise.all([invalidate(listAccesses), invalidate(listSharedSubscriptions)])
