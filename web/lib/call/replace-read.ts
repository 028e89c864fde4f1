import type { Updater } from '@tanstack/react-query'
import type { Endpoint, EndpointInput, EndpointOutput } from '#contract/endpoint.ts'
import { queryClient, readOptions } from './use-endpoint.ts'

/**
 * Writes the response of a change into the cache of a read. A fetch of it in flight may be stale: it is refetched.
 *
 * @param value the new data, or what makes it of that which is known
 */
export function replaceRead<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  value: Updater<EndpointOutput<E> | undefined, EndpointOutput<E> | undefined>,
): void {
  const { queryKey } = readOptions(endpoint, input)
  queryClient.setQueryData<EndpointOutput<E>>(queryKey, value)
  const isThis = { queryKey, exact: true }
  if (queryClient.isFetching(isThis) > 0) void queryClient.invalidateQueries(isThis)
}
