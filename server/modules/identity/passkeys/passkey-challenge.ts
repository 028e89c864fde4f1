import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { isSameSecret, keyedHash, randomToken } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings.ts'

/** What a challenge is for; one of a session serves no other. */
export type PasskeyPurpose = 'sign_in' | `add ${string}`

/** Lifetime of a challenge; the login's page begins a new one before. */
export const passkeyChallengeLifeS = 600

type ChallengeDeps = Pick<Deps, 'clock' | 'settings'>

/** The cookie that binds a challenge to the browser that asked (HttpOnly), over https to this very host. */
export const passkeyCookie = ({ secureCookies }: Pick<Settings, 'secureCookies'>): string =>
  secureCookies ? '__Host-ppw' : 'ppw'

/**
 * Makes a challenge (WebAuthn § 13.4.3). Nothing is stored until it is answered: the cookie bears a random id and the
 * expiry, signed; the challenge is derived from them by the application's secret.
 *
 * @returns the challenge, in base64url
 */
export function beginPasskeyChallenge({ clock, settings }: ChallengeDeps, purpose: PasskeyPurpose) {
  const expires = clock.now().add({ seconds: passkeyChallengeLifeS }).epochMilliseconds
  const start = `${expires}.${randomToken(256)}`
  return { challenge: challengeOf(settings, start), cookie: `${start}.${sign(settings, start, purpose)}` }
}

/**
 * Takes the challenge of a browser, once (replay protection).
 *
 * @param cookie untrusted
 * @returns the challenge
 * @throws AppError `passkey_failed` when it is none of ours, expired, used, or of another purpose
 */
export async function takePasskeyChallenge(
  { clock, settings, limiter }: ChallengeDeps & Pick<Deps, 'limiter'>,
  cookie: string | undefined,
  purpose: PasskeyPurpose,
): Promise<string> {
  const [, start = '', expires, signature = ''] =
    /^((\d{1,16})\.[\w-]{43})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
  const isOurs = isSameSecret(signature, sign(settings, start, purpose))
  if (!isOurs || clock.now().epochMilliseconds >= Number(expires)) throw new AppError('passkey_failed')
  await limiter.take(limits.passkeyAnswers, start)
  return challengeOf(settings, start)
}

const challengeOf = ({ appSecret }: ChallengeDeps['settings'], start: string): string =>
  keyedHash(appSecret, 'passkey-challenge', start)

const sign = ({ appSecret }: ChallengeDeps['settings'], start: string, purpose: PasskeyPurpose): string =>
  keyedHash(appSecret, 'passkey-cookie', `${purpose}\n${start}`)
