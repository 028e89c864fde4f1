/**
 * Where the browser goes after signing in. Prevents an open redirect: `url` is followed to the publisher's own
 * origins only; all else leads to the fallback.
 *
 * @param url value of the `url` parameter: a whole address, or a path within the fallback's origin
 * @param trustedOrigins e.g. `https://profil.example`; scheme, host and port must be the same
 * @param fallback absolute address used when there is no `url`, or one that isn't ours
 * @returns an absolute address, normalised as the browser does, so that what was checked is what is opened
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
 * Characters that a browser drops or turns into a slash when it parses an address: control characters, white
 * space, backslashes. A page's own address never contains them.
 */
const strange = /[\p{Cc}\p{Z}\\]/u

const web = new Set(['http:', 'https:'])
