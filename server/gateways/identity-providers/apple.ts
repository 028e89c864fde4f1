import { importPKCS8, SignJWT } from 'jose'
import { openIdProvider } from './open-id.ts'
import type { IdentityProvider } from './port.ts'

const appleIssuer = 'https://appleid.apple.com'
const secretLife = '5m'

export type AppleOptions = {
  /** The services ID. */
  clientId: string
  teamId: string
  keyId: string
  /** The key's file as Apple gives it for download: PKCS#8 in PEM. */
  privateKey: string
  /** Endpoints instead of Apple's, for the demo and tests. */
  issuer?: string | undefined
}

/**
 * Apple: its client secret is a token that we sign ourselves, and when it is asked for an e-mail it sends its answer
 * as a form.
 *
 * @throws Error at the first exchange, when the key is invalid
 */
export function appleProvider({
  clientId,
  teamId,
  keyId,
  privateKey,
  issuer = appleIssuer,
}: AppleOptions): IdentityProvider {
  const signSecret = async () =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime(secretLife)
      .sign(await importPKCS8(privateKey, 'ES256'))
  return openIdProvider({
    issuer,
    clientId,
    clientSecret: signSecret,
    scope: 'openid email',
    parameters: { response_mode: 'form_post' },
  })
}
