import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { identityOf, openIdProvider } from './open-id.ts'
import { AnswerNotGenuine, type IdentityProvider, ProviderUnavailable } from './port.ts'

export const googleIssuer = 'https://accounts.google.com'
const googleKeys = 'https://www.googleapis.com/oauth2/v3/certs'

export type GoogleOptions = {
  clientId: string
  clientSecret: string
  /** Other than Google's own for the demo and for tests. */
  issuer?: string | undefined
  keys?: string | undefined
}

/** Google: the code flow, and the credential that its button and its One Tap hand to a page (R7.11). */
export function googleProvider({ clientId, clientSecret, ...places }: GoogleOptions): IdentityProvider {
  const { issuer = googleIssuer, keys = googleKeys } = places
  const keySet = createRemoteJWKSet(new URL(keys), { timeoutDuration: 10_000 })
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
      try {
        const { payload } = await jwtVerify<{ email?: unknown }>(credential, keySet, {
          // Google writes itself with and without the scheme.
          issuer: [issuer, issuer.replace(/^https:\/\//, '')],
          audience: clientId,
          algorithms: ['RS256'],
          requiredClaims: ['sub', 'exp', 'iat'],
          clockTolerance: 30,
        })
        return identityOf({ ...payload, sub: payload.sub ?? '' })
      } catch (error) {
        if (error instanceof AnswerNotGenuine) throw error
        if (error instanceof errors.JWKSTimeout) throw new ProviderUnavailable('The keys are late')
        if (error instanceof errors.JWKSNoMatchingKey) throw new AnswerNotGenuine('Signed by nobody known')
        // Without the keys: no connection, or an answer that is none.
        if (!(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC') {
          throw new ProviderUnavailable('The keys cannot be had', { cause: error })
        }
        throw new AnswerNotGenuine(error.code)
      }
    },
  }
}
