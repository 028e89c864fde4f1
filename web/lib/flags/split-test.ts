import { type CookieJar, otherCookies } from '../browser/cookies.ts'

const groups = 10_000
const maxAgeSeconds = 90 * 24 * 60 * 60

/**
 * The experiment group of this browser, 1–10000, drawn once and kept for 90 days on the base domain (R9.08), so that
 * all sites of the publisher see the same.
 *
 * @param random at least 0, below 1
 */
export function splitTestGroup(cookies: CookieJar, domain: string, random: () => number): number {
  const kept = cookies.read(otherCookies.splitTest) ?? ''
  const group = /^[1-9]\d{0,4}$/.test(kept) ? Number(kept) : 0
  if (group >= 1 && group <= groups) return group
  const drawn = Math.floor(random() * groups) + 1
  cookies.write(otherCookies.splitTest, String(drawn), { domain, maxAgeSeconds })
  return drawn
}
