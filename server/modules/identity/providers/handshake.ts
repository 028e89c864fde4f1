import * as z from 'zod'
import { Locale } from '#contract/wire.ts'
import { type Handshake, type ProviderName, providerNames } from '#server/gateways/identity-providers/port.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isSameSecret, keyedHash, randomToken } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings.ts'

/**
 * The cookie that binds a handshake with a provider (OAuth flow) to the browser in which it began (HttpOnly). Over https
 * its `__Host-` prefix keeps sibling hosts from setting it.
 */
export const handshakeCookie = ({ secureCookies }: Pick<Settings, 'secureCookies'>): string =>
  secureCookies ? '__Host-ppx' : 'ppx'

/** Timeout of the provider's page. */
export const handshakeLifeS = 900

const Begun = z.object({
  id: z.string(),
  provider: z.enum(providerNames),
  locale: Locale,
  expires: z.int(),
  /** Purpose: sign in and go on to an address, or link to the account of a session. */
  purpose: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sign_in'), url: z.string() }),
    z.object({ kind: z.literal('link'), userId: z.int(), sessionId: z.string() }),
  ]),
})
export type BegunHandshake = z.infer<typeof Begun>

type HandshakeDeps = Pick<Deps, 'clock' | 'settings'>

/**
 * Begins a handshake with a provider. Nothing is stored: state, nonce and PKCE verifier are derived from its random id by
 * the application's secret, so that the browser has none of them but the state.
 *
 * @returns the cookie that the browser has to bring back
 */
export function beginHandshake(
  { clock, settings }: HandshakeDeps,
  given: Pick<BegunHandshake, 'provider' | 'locale' | 'purpose'>,
): { begun: BegunHandshake; cookie: string } {
  const expires = Math.floor(clock.now().epochMilliseconds / 1000) + handshakeLifeS
  const begun = { id: randomToken(128), expires, ...given }
  const text = Buffer.from(JSON.stringify(begun)).toString('base64url')
  return { begun, cookie: `${text}.${sign(settings, text)}` }
}

/**
 * Reads the cookie of a handshake.
 *
 * @param provider the one that the browser comes back from
 * @returns undefined for a cookie that is none of ours, of another provider, or too old
 */
export function readHandshake(
  { clock, settings }: HandshakeDeps,
  cookie: string | undefined,
  provider: ProviderName,
): BegunHandshake | undefined {
  const [text = '', signature = ''] = cookie?.split('.', 2) ?? []
  if (!isSameSecret(signature, sign(settings, text))) return undefined
  const begun = Begun.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  const isFresh = clock.now().epochMilliseconds < begun.expires * 1000
  return isFresh && begun.provider === provider ? begun : undefined
}

/** Derives the secrets of a handshake (deterministic). */
export function secretsOf({ settings }: Pick<Deps, 'settings'>, begun: BegunHandshake): Handshake {
  const secret = (purpose: string) => keyedHash(settings.appSecret, `provider-${purpose}`, begun.id)
  return {
    state: secret('state'),
    nonce: secret('nonce'),
    codeVerifier: secret('verifier'),
    redirectUri: `${settings.origins.login}/login/with/${begun.provider}/callback`,
  }
}

const sign = (settings: HandshakeDeps['settings'], text: string): string =>
  keyedHash(settings.appSecret, 'provider-handshake', text)
