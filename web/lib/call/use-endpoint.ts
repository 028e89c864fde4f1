import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts'
import { call } from './api.ts'
import { ApiError } from './api-error.ts'

/** Failures that may pass by themselves; a refusal is an answer and is not asked for again. */
const passing = new Set<ApiError['kind']>(['server_error', 'timeout', 'unreachable', 'invalid_content_type'])

/** Keeps what was read, so that it stays on screen while it is read anew. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A block that can't be read says so and offers another try; by default it would wait in silence.
      networkMode: 'always',
      retry: (failures, error) => error instanceof ApiError && passing.has(error.kind) && failures < 2,
      retryDelay: failures => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
})

/** How one GET is kept; its key is what `queryClient.invalidateQueries` takes after a change. */
export function readOptions<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/**
 * Reads from the server for a component: `data`, `error`, `isPending`, `isFetching`, `refetch`.
 *
 * @param endpoint a GET of the contract
 */
export function useEndpoint<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  return useQuery(readOptions(endpoint, input))
}

/** Reads ahead what a component is going to ask for by `useEndpoint`; a failure is told there. */
export const prefetch = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<void> =>
  queryClient.prefetchQuery(readOptions(endpoint, input))
