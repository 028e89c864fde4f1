import { isPathOf, legacyRedirects, newsletterTabs, routes } from '#contract/routes.ts'
import { type Address, searchText } from '#web/lib/navigation/navigation.ts'

// Object.keys forgets the names' types.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const routeNames = Object.keys(routes) as (keyof typeof routes)[]

/** Name of a path's route; a trailing slash is ignored. */
export function routeNameOf(pathname: string): keyof typeof routes | undefined {
  const path = withoutSlash(pathname)
  return routeNames.find(name => isPathOf(routes[name].path, path))
}

/**
 * Redirect target of a legacy address (R2.14–R2.24); other query parameters are kept.
 *
 * @returns the new address, undefined when the path is no legacy one
 */
export function legacyTarget({ pathname, search, hash }: Address): Address | undefined {
  const redirect = legacyRedirects.find(redirect => redirect.from === withoutSlash(pathname))
  if (!redirect) return undefined
  const query = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) {
    query.append(redirect.renamed?.[name] ?? name, value)
  }
  for (const [name, value] of Object.entries(redirect.query ?? {})) query.set(name, value)
  return { pathname: redirect.to, search: searchText(query), hash: redirect.hash ?? hash }
}

/** Tabs whose query some old links have in the wrong place (R2.25). */
const tabs: readonly string[] = Object.values(newsletterTabs)

/**
 * Rewrites `#tab?query` to `?query#tab` for the tabs of the newsletters (R2.25), and a second `?`, by which mailers append
 * their own parameters to links, to `&`.
 *
 * @returns the repaired address, undefined when there is nothing to repair
 */
export function repairedAddress({ pathname, search, hash }: Address): Address | undefined {
  const mark = hash.indexOf('?')
  const tab = mark < 0 ? hash : hash.slice(0, mark)
  const isTabs = mark >= 0 && tabs.includes(tab)
  const asked = search.slice(1).replaceAll(/\?(?=[\w.-]+=)/g, '&')
  if (!isTabs && asked === search.slice(1)) return undefined
  const query = [asked, isTabs ? hash.slice(mark + 1) : ''].filter(Boolean).join('&')
  return { pathname, search: query && `?${query}`, hash: isTabs ? tab : hash }
}

const withoutSlash = (pathname: string): string =>
  pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
