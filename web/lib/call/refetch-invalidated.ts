import type { QueryClient } from '@tanstack/react-query'

/**
 * Refetches a query that is invalidated while its first fetch is in flight: the response may be stale, from before the
 * change. The library refetches only where there is data already, and would take that response for fresh.
 */
export function refetchInvalidated(client: QueryClient): void {
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    const { query } = event
    if (query.state.data !== undefined || query.state.fetchStatus === 'idle') return
    void query.cancel({ revert: true })
    // The error is in the query's state.
    if (query.isActive()) query.fetch().catch(() => undefined)
  })
}
