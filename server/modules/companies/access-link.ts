import { accessLinkDays } from '#contract/companies/companies.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isSameSecret, keyedHash, randomToken } from '#server/platform/secrets.ts'

type WithSettings = Pick<Deps, 'settings'>

/** Length of 128 bits in base64url. */
const halfLength = 22

/** A new link: the stored half of its code, and its expiry. */
export const newLink = (now: Temporal.Instant) => ({
  linkKey: randomToken(128),
  linkExpiresAt: now.add({ hours: accessLinkDays * 24 }),
})

/**
 * Activation link of an access. Its code can be shown again at any time, yet a leaked table reveals none: the second
 * half, 128 bits too, is derived from the first by the application's secret.
 */
export const activationUrl = (deps: WithSettings, linkKey: string): string =>
  `${deps.settings.origins.login}/login/invitation/${linkKey}${secretHalf(deps, linkKey)}`

/** The stored half, by which an access is found; undefined when the code is not one of ours. */
export function linkKeyOf(deps: WithSettings, code: string): string | undefined {
  if (!/^[\w-]{44}$/.test(code)) return undefined
  const linkKey = code.slice(0, halfLength)
  return isSameSecret(code.slice(halfLength), secretHalf(deps, linkKey)) ? linkKey : undefined
}

const secretHalf = ({ settings }: WithSettings, linkKey: string): string =>
  keyedHash(settings.appSecret, 'access-link', linkKey).slice(0, halfLength)
