import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts'
import { call } from './api.ts'
import { ApiError } from './api-error.ts'

/** Transient failures, which are retried; a refusal is not. */
const passing = new Set<ApiError['kind']>(['server_error', 'timeout', 'unreachable', 'invalid_content_type'])

/** How long the page waits for its first reads, to be shown whole at once so that nothing moves, in milliseconds. */
export const patienceMs = 1500

/** Cache of reads: stale data stays on screen while refetching. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Offline reads fail with a retry button; the default would pause silently.
      networkMode: 'always',
      retry: (failures, error) => error instanceof ApiError && passing.has(error.kind) && failures < 2,
      retryDelay: failures => 500 * 2 ** failures,
    },
  },
})

/** Query options of one GET. */
export function readOptions<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/**
 * Query hook for a GET: `data`, `error`, `isPending`, `isFetching`, `refetch`.
 *
 * @param endpoint a GET of the contract
 * @param enabled whether it is to be asked yet
 */
export function useEndpoint<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, enabled = true) {
  return useQuery({ ...readOptions(endpoint, input), enabled })
}

/** Refetches a read after a change, with whatever input it was asked. */
export const invalidate = (endpoint: Endpoint): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [endpoint.path] })

/** Prefetches for a later `useEndpoint`, which reports a failure. */
export const prefetch = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<void> =>
  queryClient.prefetchQuery(readOptions(endpoint, input))
