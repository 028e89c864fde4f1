import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { type FollowKind, type FollowsShown, listFollows } from '#contract/follows/follows.ts'
import { call } from '#web/lib/call/api.ts'
import { queryClient } from '#web/lib/call/use-endpoint.ts'

type Params = { userId: string; kind: FollowKind }
type Page = EndpointOutput<typeof listFollows>
type Pages = InfiniteData<Page, string | undefined>

const limit = '50'
const pollMs = 1500

/** A reader's list: what is followed, the others, or all. Polled while "unfollow all" is in progress. */
export const useFollowList = (params: Params, show: FollowsShown, q = '') =>
  useInfiniteQuery({
    queryKey: [listFollows.path, params, show, q],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listFollows, { params, query: { show, q, limit, cursor } }, { signal }),
    // Sets the cursor's type.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.unfollowing_until ? pollMs : false),
  })

/** All lists of one kind, whatever they show. */
const ofKind = (params: Params) => ({ queryKey: [listFollows.path, params] })

/** Optimistic update of one item in all cached lists; rows keep their place under the finger. */
export function markFollowed(params: Params, id: string, followed: boolean): void {
  queryClient.setQueriesData<Pages>(ofKind(params), lists => {
    if (!lists) return lists
    const before = lists.pages.flatMap(page => page.items).find(item => item.id === id)
    const change = before && before.followed === followed ? 0 : followed ? 1 : -1
    return {
      ...lists,
      pages: lists.pages.map(page => ({
        ...page,
        total: Math.max(0, page.total + change),
        items: page.items.map(item => (item.id === id ? { ...item, followed } : item)),
      })),
    }
  })
  // Marked stale: refetched when shown next, not now.
  void queryClient.invalidateQueries({ ...ofKind(params), refetchType: 'none' })
}

/** Refetches all lists of a kind. */
export const refreshLists = (params: Params): void => void queryClient.invalidateQueries(ofKind(params))
