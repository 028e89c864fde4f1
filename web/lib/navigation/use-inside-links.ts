import { useEffect } from 'react'
import { navigate } from './navigation.ts'

/**
 * Turns presses on plain links into navigation without a reload, so that components need to know no router. New tabs
 * and downloads are left to the browser.
 *
 * @param addressOf where a link leads inside this document, undefined for all other links; a function of a module
 */
export function useInsideLinks(addressOf: (link: HTMLAnchorElement) => string | undefined): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (event.defaultPrevented || !isPlain(event)) return
      if (!link?.href || link.target || link.hasAttribute('download')) return
      const address = addressOf(link)
      if (address === undefined) return
      event.preventDefault()
      navigate(address)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [addressOf])
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
