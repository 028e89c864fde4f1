import { listPayments } from '#contract/payments/payments.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'

/**
 * Reads one page of the reader's payments.
 *
 * @param cursor `next_cursor` of the page before; undefined for the newest
 */
export const usePayments = (cursor: string | undefined) =>
  useEndpoint(listPayments, { params: useOwnParams(), query: { limit: '10', cursor } })
