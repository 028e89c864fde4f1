import { type CryptoKey, calculateJwkThumbprint, importJWK } from 'jose'
import * as z from 'zod'
import { StartupError } from '#server/platform/startup-error.ts'

export const signingAlgorithm = 'ES256'

const PrivateKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})

/** The public half as other sites of the publisher fetch it. */
export type PublicKey = {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  alg: typeof signingAlgorithm
  use: 'sig'
}

export type TokenKeys = { privateKey: CryptoKey; publicKey: CryptoKey; published: PublicKey }

/**
 * Reads the key that signs session tokens.
 *
 * @param signingKey private ES256 key, a JWK as JSON text
 * @throws StartupError when it is anything else
 */
export async function readTokenKeys(signingKey: string): Promise<TokenKeys> {
  try {
    const { d, ...shape } = PrivateKey.parse(JSON.parse(signingKey))
    const published: PublicKey = {
      ...shape,
      kid: await calculateJwkThumbprint(shape),
      alg: signingAlgorithm,
      use: 'sig',
    }
    return {
      privateKey: await importKey({ ...shape, d }),
      publicKey: await importKey(shape),
      published,
    }
  } catch {
    // What was thrown may quote the key.
    throw new StartupError(
      'TOKEN_SIGNING_KEY cannot be used: set it to a private ES256 key (P-256) as a JWK in JSON.',
    )
  }
}

async function importKey(jwk: {
  kty: 'EC'
  crv: string
  x: string
  y: string
  d?: string
}): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm)
  if (key instanceof Uint8Array) throw new Error('An elliptic curve key is never a byte array')
  return key
}
