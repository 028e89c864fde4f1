import { useEffect, useRef } from 'react'
import { currentLocation } from '#web/lib/navigation.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { announce } from '#web/ui/announcer.tsx'

/**
 * Does after a change of page what a browser does by itself after a load: focus goes to the page's heading and
 * the title is read out. The first page is the browser's own affair, which reads the title itself; whoever comes to it
 * from the login, where each step had the focus, goes on from its heading.
 *
 * @param title the page's name
 */
export function useArrival(title: string): void {
  const name = useRef(title)
  useEffect(() => {
    const isFirst = currentLocation().by === 'load'
    if (isFirst && !comesFromLogin()) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    if (!isFirst) announce(name.current)
  }, [])
}

/** Of another origin the browser tells no more than that. */
function comesFromLogin(): boolean {
  const { origin, href } = new URL(runtimeConfig().login_url)
  return document.referrer.startsWith(origin === location.origin ? href : `${origin}/`)
}
