/** Cookies that the browser reads beside those of the session (R3.13). */
export const otherCookies = { splitTest: 'pp_split_test', campaigns: 'campaigns' } as const

export type CookieJar = {
  /** The value, or undefined when there is none. */
  read: (name: string) => string | undefined
  /** @param maxAgeSeconds 0 removes it */
  write: (name: string, value: string, options: { domain: string; maxAgeSeconds: number }) => void
}

/** The browser's cookies that scripts can read. */
export const browserCookies: CookieJar = {
  read: name => readCookie(document.cookie, name),
  write: (name, value, options) => {
    // The Cookie Store API would be nicer, but is not in every browser that our readers have.
    // oxlint-disable-next-line unicorn/no-document-cookie
    document.cookie = cookieText(name, value, { ...options, secure: location.protocol === 'https:' })
  },
}

/**
 * Finds one cookie in `document.cookie`.
 *
 * @returns the raw value, since the session's values are not encoded
 */
export function readCookie(all: string, name: string): string | undefined {
  const start = `${name}=`
  const found = all.split('; ').find(pair => pair.startsWith(start))
  return found?.slice(start.length)
}

/** Value to assign to `document.cookie`; an empty domain makes a host-only cookie. */
export function cookieText(
  name: string,
  value: string,
  options: { domain: string; maxAgeSeconds: number; secure: boolean },
): string {
  const domain = options.domain ? `; Domain=${options.domain}` : ''
  const secure = options.secure ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${options.maxAgeSeconds}; SameSite=Lax${domain}${secure}`
}
