import { googleTokenReader } from './google-tokens.ts'
import { identityOf, openIdProvider } from './open-id.ts'
import type { IdentityProvider } from './port.ts'

const googleIssuer = 'https://accounts.google.com'
const googleKeys = 'https://www.googleapis.com/oauth2/v3/certs'

export type GoogleOptions = {
  clientId: string
  clientSecret: string
  /** Endpoints instead of Google's, for the demo and tests. */
  issuer?: string | undefined
  keys?: string | undefined
}

/** Google: the code flow, and the credential that its button and its One Tap hand to a page (R7.11). */
export function googleProvider({ clientId, clientSecret, ...places }: GoogleOptions): IdentityProvider {
  const { issuer = googleIssuer, keys = googleKeys } = places
  const readToken = googleTokenReader(keys, {
    // Google's issuer comes with and without the scheme.
    issuer: [issuer, issuer.replace(/^https:\/\//, '')],
    audience: clientId,
    requiredClaims: ['sub', 'exp', 'iat'],
  })
  const provider = openIdProvider({
    issuer,
    clientId,
    clientSecret: async () => clientSecret,
    scope: 'openid email',
    parameters: { prompt: 'select_account' },
  })
  return {
    ...provider,
    readCredential: async credential => {
      const claims = await readToken(credential)
      return identityOf({ ...claims, sub: claims.sub ?? '' })
    },
  }
}
