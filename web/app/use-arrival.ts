import { useEffect } from 'react'
import { noteArrival } from '#web/lib/browser/first-paint.ts'
import { currentLocation } from '#web/lib/navigation/navigation.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { announce } from '#web/ui/announcer.tsx'

/**
 * Accessible route change: focuses the page's heading and announces the title, as a browser does after a load.
 * The first page is left to the browser, except after the login, where focus goes to the heading too.
 */
export function useArrival(): void {
  useEffect(() => {
    noteArrival()
    const isFirst = currentLocation().by === 'load'
    if (isFirst && !comesFromLogin()) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    if (!isFirst) announce(document.title)
  }, [])
}

/** The referrer of another origin holds the origin alone. */
function comesFromLogin(): boolean {
  const { origin, href } = new URL(runtimeConfig().login_url)
  return document.referrer.startsWith(origin === location.origin ? href : `${origin}/`)
}
