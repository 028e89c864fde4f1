import { listPayments } from '#contract/payments/payments.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'

/**
 * Reads one page of the reader's payments.
 *
 * @param cursor `next_cursor` of the page before; undefined for the newest
 */
export const usePayments = (cursor: string | undefined) =>
  useEndpoint(listPayments, { params: useOwnParams(), query: { limit: '10', cursor } })
