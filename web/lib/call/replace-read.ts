import type { Updater } from '@tanstack/react-query'
import type { Endpoint, EndpointInput, EndpointOutput } from '#contract/endpoint.ts'
import { queryClient, readOptions } from './use-endpoint.ts'

/**
 * Replaces a read by what an act has answered. One under way may be from before the act: it is asked again.
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
