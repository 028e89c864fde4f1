import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { AnswerNotGenuine, ProviderUnavailable } from './port.ts'

/**
 * Makes the verifier of tokens that Google signs and pages hand over: signature, issuer, audience and age.
 *
 * @param keys address of Google's keys
 * @returns gives a token's claims; throws AnswerNotGenuine, ProviderUnavailable
 */
export function googleTokenReader(
  keys: string,
  expected: { issuer: string[]; audience: string | string[]; requiredClaims: string[] },
): (token: string) => Promise<JWTPayload> {
  const keySet = createRemoteJWKSet(new URL(keys), { timeoutDuration: 10_000 })
  return async token => {
    try {
      // Replay protection rests on it: for two hours a token is remembered (limits.handedTokens).
      const options = { ...expected, algorithms: ['RS256'], clockTolerance: 30, maxTokenAge: '1h' }
      return (await jwtVerify(token, keySet, options)).payload
    } catch (error) {
      if (error instanceof errors.JWKSTimeout) throw new ProviderUnavailable('The keys are late')
      // The keys can't be fetched: no connection, or an invalid response.
      if (!(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC') {
        throw new ProviderUnavailable('The keys cannot be had', { cause: error })
      }
      throw new AnswerNotGenuine(error.code)
    }
  }
}
