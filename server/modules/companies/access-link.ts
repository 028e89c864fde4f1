import { timingSafeEqual } from 'node:crypto'
import { accessLinkDays } from '#contract/companies/companies.ts'
import type { Deps } from '#server/platform/deps.ts'
import { keyedHash, randomToken } from '#server/platform/secrets.ts'

type WithSettings = Pick<Deps, 'settings'>

/** 128 bits in the URL-safe alphabet. */
const halfLength = 22

/** A link of its own: the half that is kept, and when it stops working. */
export const newLink = (now: Temporal.Instant) => ({
  linkKey: randomToken(128),
  linkExpiresAt: now.add({ hours: accessLinkDays * 24 }),
})

/**
 * Where an access is taken. The code can be told again at any time, yet the table alone gives none away: its second
 * half, 128 bits too, is made from the first by the application's secret.
 */
export const activationUrl = (deps: WithSettings, linkKey: string): string =>
  `${deps.settings.origins.login}/login/invitation/${linkKey}${secretHalf(deps, linkKey)}`

/** The half by which an access is found; undefined when the code is not one of ours. */
export function linkKeyOf(deps: WithSettings, code: string): string | undefined {
  if (!/^[\w-]{44}$/.test(code)) return undefined
  const linkKey = code.slice(0, halfLength)
  const isOurs = timingSafeEqual(Buffer.from(code.slice(halfLength)), Buffer.from(secretHalf(deps, linkKey)))
  return isOurs ? linkKey : undefined
}

const secretHalf = ({ settings }: WithSettings, linkKey: string): string =>
  keyedHash(settings.appSecret, 'access-link', linkKey).slice(0, halfLength)
