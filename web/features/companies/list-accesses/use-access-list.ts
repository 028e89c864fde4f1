import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type listAccesses as Endpoint, listAccesses } from '#contract/companies/companies.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { call } from '#web/lib/call/api.ts'
import { setParameters, useLocation } from '#web/lib/navigation/navigation.ts'
import { useQueryInAddress } from '#web/lib/navigation/use-query-in-address.ts'
import { useSharedParams } from '../use-shared.ts'
import { type AccessSort, type StateFilter, sortOf, stateFilterOf } from './filter-accesses.ts'

/** Rows that are added at a time. */
const limit = '25'

type Page = EndpointOutput<typeof Endpoint>

/** The accesses of one subscription in pages; what is looked for stands in `?stav=`, `?hladat=` and `?zoradit=`. */
export function useAccessList(subscriptionId: number) {
  const params = useSharedParams(subscriptionId)
  const { search } = useLocation()
  const inAddress = new URLSearchParams(search)
  const q = inAddress.get('hladat') ?? ''
  const state = stateFilterOf(inAddress.get('stav'))
  const sort = sortOf(inAddress.get('zoradit'))
  const [typed, setTyped] = useQueryInAddress('hladat')
  const filter = { ...(q && { q }), ...(state !== 'all' && { state }) }
  const pages = useInfiniteQuery({
    queryKey: [listAccesses.path, params, filter, sort],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listAccesses, { params, query: { ...filter, sort, limit, cursor } }, { signal }),
    // Sets the cursor's type.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return {
    pages,
    params,
    filter,
    state,
    setState: (next: StateFilter) => setParameters({ stav: next === 'all' ? null : next }),
    sort,
    setSort: (next: AccessSort) => setParameters({ zoradit: next === 'email' ? null : next }),
    typed,
    setTyped,
  }
}

export type AccessList = ReturnType<typeof useAccessList>
