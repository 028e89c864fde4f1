/**
 * Where the browser goes after signing in. A link into the login can be made by anybody, so `url` is
 * followed to the publisher's own origins only; all else leads to the fallback.
 *
 * @param url value of the `url` parameter: a whole address, or a path within the fallback's origin
 * @param trustedOrigins e.g. `https://profil.example`; scheme, host and port must be the same
 * @param fallback whole address of the page to go to when there is no `url`, or one that isn't ours
 * @returns a whole address as the browser itself understands it, so that what was checked is what is opened
 */
export function returnAddress(
  url: string | null,
  trustedOrigins: readonly string[],
  fallback: string,
): string {
  if (!url || strange.test(url)) return fallback
  const address = url.startsWith('/') ? URL.parse(url, fallback) : URL.parse(url)
  if (!address || !web.has(address.protocol)) return fallback
  if (address.username || address.password) return fallback
  return trustedOrigins.includes(address.origin) ? address.href : fallback
}

/**
 * What a browser drops or turns into a slash while it reads an address: control characters, white space,
 * backslashes. An address that a page has of itself never contains them.
 */
const strange = /[\p{Cc}\p{Z}\\]/u

const web = new Set(['http:', 'https:'])
