import { useEffect, useRef } from 'react'
import type { RouteName } from '#contract/routes.ts'
import { useLocation } from '#web/lib/navigation.ts'

/** The page gets this long to put its blocks where they belong (R2.29). */
const delayMs = 1000
/** How long a section that is still loading is waited for after that. */
const timeoutMs = 8000

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
    const timer = setTimeout(() => scrollWhenThere(hash, stop.signal), delayMs)
    for (const event of ['wheel', 'touchmove', 'keydown'] as const) {
      window.addEventListener(event, () => stop.abort(), { once: true, passive: true, signal: stop.signal })
    }
    stop.signal.addEventListener('abort', () => clearTimeout(timer))
    return () => stop.abort()
  }, [location, page])
}

function scrollWhenThere(hash: string, stopped: AbortSignal): void {
  if (scrollTo(hash)) return
  const observer = new MutationObserver(() => scrollTo(hash) && observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => observer.disconnect(), timeoutMs)
  stopped.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
}

function scrollTo(hash: string): boolean {
  const target = document.getElementById(idOf(hash))
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  target?.scrollIntoView({ behavior: calm ? 'instant' : 'smooth' })
  return target !== null
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
