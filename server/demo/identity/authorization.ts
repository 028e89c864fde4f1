import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { ProviderName } from '#server/gateways/identity-providers/port.ts'
import { randomToken } from '#server/platform/secrets.ts'
import type { Person } from './people.ts'

const codeLifeMs = 60_000

/** Parameters of an authorization request. */
export const AuthorizationRequest = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  state: z.string().default(''),
  nonce: z.string().default(''),
  code_challenge: z.string().min(43).max(128),
  code_challenge_method: z.literal('S256'),
  response_mode: z.enum(['query', 'form_post']).default('query'),
  ui_locales: z.string().default(''),
  locale: z.string().default(''),
})
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>

/** An authorization code, until it is exchanged. */
type Granted = { provider: ProviderName; request: AuthorizationRequest; person: Person; expiresMs: number }

/** Issued authorization codes: single-use, short-lived, bound to the PKCE verifier. */
export function createCodes() {
  const granted = new Map<string, Granted>()
  return {
    grant: (provider: ProviderName, request: AuthorizationRequest, person: Person): string => {
      for (const [code, { expiresMs }] of granted) if (expiresMs < Date.now()) granted.delete(code)
      const code = randomToken(192)
      granted.set(code, { provider, request, person, expiresMs: Date.now() + codeLifeMs })
      return code
    },
    /** @returns undefined when the code or verifier is invalid */
    exchange: (
      provider: ProviderName,
      wanted: { code: string; redirectUri: string; codeVerifier: string },
    ): Granted | undefined => {
      const found = granted.get(wanted.code)
      if (!found || found.provider !== provider) return undefined
      // Single use, also when the exchange fails.
      granted.delete(wanted.code)
      const challenge = createHash('sha256').update(wanted.codeVerifier).digest('base64url')
      const fits =
        challenge === found.request.code_challenge && wanted.redirectUri === found.request.redirect_uri
      return fits && found.expiresMs >= Date.now() ? found : undefined
    },
  }
}
export type Codes = ReturnType<typeof createCodes>
