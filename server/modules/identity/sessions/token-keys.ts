import { type CryptoKey, calculateJwkThumbprint, importJWK } from 'jose'
import * as z from 'zod'
import { StartupError } from '#server/platform/process/startup-error.ts'

export const signingAlgorithm = 'ES256'

const PublicHalf = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
})
const PrivateKey = PublicHalf.extend({ d: z.string() })

/** Public key as other sites of the publisher fetch it (JWKS). */
export type PublicKey = z.infer<typeof PublicHalf> & { kid: string; alg: typeof signingAlgorithm; use: 'sig' }

type VerifyingKey = { publicKey: CryptoKey; published: PublicKey }

export type TokenKeys = VerifyingKey & {
  privateKey: CryptoKey
  /** Key rotation: keys that signed before this one; their tokens are valid until they expire. */
  former: readonly VerifyingKey[]
}

/**
 * Reads the key that signs session tokens, and the former ones.
 *
 * @param signingKey private ES256 key, a JWK as JSON text
 * @param formerKeys a JSON list of such keys, or of their public halves; none when not given
 * @throws StartupError when they are anything else
 */
export async function readTokenKeys(signingKey: string, formerKeys?: string): Promise<TokenKeys> {
  // The error may quote the key.
  const key = await readSigningKey(signingKey).catch(() => {
    throw new StartupError(
      'TOKEN_SIGNING_KEY cannot be used: set it to a private ES256 key (P-256) as a JWK in JSON.',
    )
  })
  const former = await readFormerKeys(formerKeys ?? '[]').catch(() => {
    throw new StartupError(
      'TOKEN_FORMER_KEYS cannot be used: set it to a JSON list of ES256 keys (P-256) as JWKs, e.g. [{"kty":"EC",…}].',
    )
  })
  return { ...key, former: former.filter(each => each.published.kid !== key.published.kid) }
}

async function readSigningKey(text: string) {
  const { d, ...shape } = PrivateKey.parse(JSON.parse(text))
  return { privateKey: await importKey({ ...shape, d }), ...(await verifyingKey(shape)) }
}

const readFormerKeys = async (text: string) =>
  Promise.all(z.array(PublicHalf).parse(JSON.parse(text)).map(verifyingKey))

async function verifyingKey(shape: z.infer<typeof PublicHalf>): Promise<VerifyingKey> {
  const kid = await calculateJwkThumbprint(shape)
  return {
    publicKey: await importKey(shape),
    published: { ...shape, kid, alg: signingAlgorithm, use: 'sig' },
  }
}

async function importKey(jwk: z.infer<typeof PublicHalf> & { d?: string }): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm)
  if (key instanceof Uint8Array) throw new Error('An elliptic curve key is never a byte array')
  return key
}
