import { useEffect, useRef } from 'react'
import type { RouteName } from '#contract/routes.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { loadRest } from './load-rest.ts'

/** The page gets this long to put its blocks where they belong (R2.29). */
const delayMs = 1000

/**
 * Scrolls to the section that the address names, except on the newsletters page, whose hash is a tab (R2.29).
 * Without a hash a new page starts at its top. A reader who has begun to scroll is left alone.
 */
export function useHashScroll(page: RouteName): void {
  const location = useLocation()
  const fromTop = useRef(location.by === 'push' && location.hash === '')

  useEffect(() => {
    // Only a new page: tabs and steps keep their page, and with it their place.
    if (fromTop.current) window.scrollTo(0, 0)
  }, [])

  useEffect(() => {
    // The location is a new object for each navigation, also to the same hash.
    const { hash } = location
    if (hash === '' || page === 'newsletters') return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => void scrollTo(hash, stop.signal), delayMs)
    for (const event of ['wheel', 'touchmove', 'keydown'] as const) {
      window.addEventListener(event, () => stop.abort(), { once: true, passive: true, signal: stop.signal })
    }
    stop.signal.addEventListener('abort', () => clearTimeout(timer))
    return () => stop.abort()
  }, [location, page])
}

async function scrollTo(hash: string, stopped: AbortSignal): Promise<void> {
  const rest = await loadRest().catch(() => undefined)
  if (!stopped.aborted) rest?.scrollWhenThere(hash, stopped)
}
