import { useEffect, useRef } from 'react'
import { currentLocation } from '#web/lib/navigation.ts'
import { announce } from '#web/ui/announcer.tsx'

/**
 * Does after a change of page what a browser does by itself after a load: focus goes to the page's heading and
 * the title is read out. The first page is the browser's own affair.
 *
 * @param title the page's name
 */
export function useArrival(title: string): void {
  const name = useRef(title)
  useEffect(() => {
    if (currentLocation().by === 'load') return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    announce(name.current)
  }, [])
}
