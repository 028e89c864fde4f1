/**
 * Where a link leads within the login and the shop. All else is left to the browser: other pages, other origins, and the
 * way to another provider, which begins at the server.
 */
export function insideAddress(link: HTMLAnchorElement): string | undefined {
  if (link.hash || link.origin !== location.origin) return undefined
  const isInside = /^\/(?:login(?:\/(?!with\/)|$)|obchod(?:\/|$))/.test(link.pathname)
  return isInside ? link.pathname + link.search : undefined
}
