import { accountAreaPaths } from '#contract/routes.ts'
import { addressText } from '#web/lib/navigation/navigation.ts'
import { currentProfile } from '#web/lib/reader/profile.ts'
import { repairedAddress } from './addresses.ts'

/**
 * Where a link leads within the account area. All else is left to the browser: other origins, a change of language, a
 * hash on the same page, and everything once nobody is signed in any more.
 */
export function insideAddress(link: HTMLAnchorElement): string | undefined {
  if (currentProfile().ended) return undefined
  const address = new URL(link.href)
  const samePage = address.pathname === location.pathname && address.search === location.search
  return address.origin === location.origin &&
    accountAreaPaths.includes(address.pathname) &&
    !address.searchParams.has('lang') &&
    !(samePage && address.hash !== '')
    ? addressText(repairedAddress(address) ?? address)
    : undefined
}
