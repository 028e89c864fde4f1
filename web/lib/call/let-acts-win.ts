import type { QueryClient } from '@tanstack/react-query'

/**
 * Lets what an act has changed win over a read that was asked before it: one under way for the first time is asked again
 * when it is invalidated. The library does so with a later one, and would take the answer to the first for fresh.
 */
export function letActsWin(client: QueryClient): void {
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    const { query } = event
    if (query.state.data !== undefined || query.state.fetchStatus === 'idle') return
    void query.cancel({ revert: true })
    // Its failure is part of its state.
    if (query.isActive()) query.fetch().catch(() => undefined)
  })
}
