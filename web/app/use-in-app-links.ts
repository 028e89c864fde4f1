import { useEffect } from 'react'
import { accountAreaPaths } from '#contract/routes.ts'
import { addressText, navigate } from '#web/lib/navigation.ts'
import { currentProfile } from '#web/lib/reader/profile.ts'
import { repairedAddress } from './addresses.ts'

/**
 * Turns presses on plain links to the account area's own pages into navigation without a reload, so that
 * components need to know no router. All else is left to the browser: other origins, downloads, new tabs, a
 * change of language, a hash on the same page, and everything once nobody is signed in any more.
 */
export function useInAppLinks(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const isOurs = !event.defaultPrevented && isPlain(event) && !currentProfile().ended
      const target = isOurs ? ownAddress(event.target) : undefined
      if (!target) return
      event.preventDefault()
      navigate(addressText(repairedAddress(target) ?? target))
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

function ownAddress(clicked: EventTarget | null): URL | undefined {
  const link = clicked instanceof Element ? clicked.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return undefined
  const address = new URL(link.href)
  const samePage = address.pathname === location.pathname && address.search === location.search
  return address.origin === location.origin &&
    accountAreaPaths.includes(address.pathname) &&
    !address.searchParams.has('lang') &&
    !(samePage && address.hash !== '')
    ? address
    : undefined
}
