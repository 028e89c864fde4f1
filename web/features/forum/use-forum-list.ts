import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { EndpointOutput } from '#contract/endpoint.ts'
import {
  listDiscussions,
  type listFollowers,
  type listFollowing,
  type listPosts,
  type Post,
} from '#contract/forum/forum.ts'
import { call } from '#web/lib/call/api.ts'
import { queryClient } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'

/** What all four lists answer with. */
type Page<E extends ListEndpoint> = EndpointOutput<E> & { next_cursor: string | null }
type ListEndpoint = typeof listDiscussions | typeof listFollowers | typeof listFollowing | typeof listPosts

const limit = '10'

/** One of the reader's lists in discussions, paginated; refetched whenever it is opened. */
export function useForumList<E extends ListEndpoint>(endpoint: E) {
  const params = useOwnParams()
  return useInfiniteQuery({
    queryKey: [endpoint.path, params],
    queryFn: async ({ pageParam: cursor, signal }): Promise<Page<E>> => {
      const list: ListEndpoint = endpoint
      // The four lists have the same input; which of them answers is the caller's type.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return (await call(list, { params, query: { limit, cursor } }, { signal })) as Page<E>
    },
    // Sets the cursor's type.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor ?? undefined,
    // Not cached: unfollowed rows are gone when the list is reopened.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Adds a new post to its discussion's count in the cached list. */
export function countPost(params: { userId: string }, id: string, post: Post): void {
  type Pages = InfiniteData<EndpointOutput<typeof listDiscussions>>
  queryClient.setQueryData<Pages>(
    [listDiscussions.path, params],
    lists =>
      lists && {
        ...lists,
        pages: lists.pages.map(page => ({
          ...page,
          items: page.items.map(item =>
            item.id === id
              ? { ...item, post_count: item.post_count + 1, last_activity: post.written_at }
              : item,
          ),
        })),
      },
  )
}

/** Texts of such a list. */
export const forumListTexts = {
  more: 'forum.more',
  failed: 'forum.list_failed',
  failedText: 'error.forum_unavailable',
} as const
