import { sessionCookies } from '#contract/identity/session-token.ts'
import { browserCookies, type CookieJar } from './browser/cookies.ts'

/** Tolerated clock skew; above it tokens would wrongly seem stale or fresh (R9.07). */
const tolerableDifferenceMs = 300_000
const differenceMaxAgeSeconds = 24 * 60 * 60

/**
 * The server's time, used for every "now" on a screen (R10.07).
 *
 * @param atMs a moment by this machine's clock, milliseconds since 1970
 * @returns the same moment by the server's clock
 */
export const serverTimeMs = (atMs = Date.now()): number => atMs + timeDifferenceMs(browserCookies)

/** Clock skew: how far the server is ahead of this machine; 0 within the tolerance (R9.07). */
export function timeDifferenceMs(cookies: CookieJar): number {
  const value = cookies.read(sessionCookies.timeDifference)
  return value !== undefined && /^-?\d{1,15}$/.test(value) ? Number(value) : 0
}

/**
 * Stores this machine's clock skew for a day, or removes it (R9.07).
 *
 * @param now.serverMs the server's time just received; NaN when missing
 * @param now.ownMs this machine's time
 * @param domain base domain of the cookies; empty for this host alone
 */
export function keepTimeDifference(
  cookies: CookieJar,
  now: { serverMs: number; ownMs: number },
  domain: string,
): void {
  const differenceMs = now.serverMs - now.ownMs
  if (Number.isNaN(differenceMs)) return
  const name = sessionCookies.timeDifference
  if (Math.abs(differenceMs) > tolerableDifferenceMs) {
    cookies.write(name, String(Math.round(differenceMs)), { domain, maxAgeSeconds: differenceMaxAgeSeconds })
  } else if (cookies.read(name) !== undefined) {
    cookies.write(name, '', { domain, maxAgeSeconds: 0 })
  }
}
