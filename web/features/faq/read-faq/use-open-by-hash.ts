import { useLayoutEffect } from 'react'
import { useLocation } from '#web/lib/navigation/navigation.ts'

/**
 * Unfolds the answer named by the hash and scrolls to it, on load and on each navigation.
 *
 * @param ready whether the answers are on the page
 */
export function useOpenByHash(ready: boolean): void {
  // A new object on every navigation, also on one to the same hash.
  const location = useLocation()
  // Before the paint, so that nothing is seen to move.
  useLayoutEffect(() => {
    if (!ready || location.hash === '') return
    const answer = document.getElementById(decodeSlug(location.hash.slice(1)))
    if (!(answer instanceof HTMLDetailsElement)) return
    answer.open = true
    answer.scrollIntoView()
  }, [ready, location])
}

/** An invalid encoding matches nothing. */
function decodeSlug(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
