import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

const keyId = 'demo-identity'

/** The key of ID tokens, generated lazily, since that is slow. */
export function createSigningKey() {
  let pair: Promise<{ privateKey: CryptoKey; publicKey: CryptoKey }> | undefined
  const keys = () => (pair ??= generateKeyPair('RS256'))
  return {
    /** The public half as a JWK set. */
    published: async () => ({
      keys: [{ ...(await exportJWK((await keys()).publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }],
    }),
    sign: async (claims: JWTPayload) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: keyId })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign((await keys()).privateKey),
  }
}
export type SigningKey = ReturnType<typeof createSigningKey>
