import { useEffect } from 'react'
import { navigate } from '#web/lib/navigation.ts'

/**
 * Turns presses on plain links to the login's own pages into navigation without a reload. All else is left to the
 * browser: other pages, other origins, new tabs, and the way to another provider, which begins at the server.
 */
export function useInsideLinks(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = event.defaultPrevented || !isPlain(event) ? undefined : insideAddress(event.target)
      if (target === undefined) return
      event.preventDefault()
      navigate(target)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

function insideAddress(pressed: EventTarget | null): string | undefined {
  const link = pressed instanceof Element ? pressed.closest('a') : null
  if (!link?.href || link.target || link.hash || link.origin !== location.origin) return undefined
  const isInside = /^\/(?:login(?:\/(?!with\/)|$)|obchod(?:\/|$))/.test(link.pathname)
  return isInside ? link.pathname + link.search : undefined
}
