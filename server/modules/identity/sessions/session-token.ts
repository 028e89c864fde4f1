import { CompactSign, compactVerify } from 'jose'
import { parseSessionToken, type SessionPayload } from '#contract/identity/session-token.ts'
import { signingAlgorithm, type TokenKeys } from './token-keys.ts'

/** A JWT split over two cookies: scripts read the payload, the signature is HttpOnly. */
export type SplitToken = { payload: string; signature: string }

/** A payload whose signature was verified, with the session that it belongs to. */
export type VerifiedPayload = SessionPayload & { sid: string }

/** Cache size in verified tokens; one is about a kilobyte. */
const cacheSize = 2000

/** Signs a session token's payload (ES256) and splits it. */
export async function signSessionToken(keys: TokenKeys, payload: SessionPayload): Promise<SplitToken> {
  const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: signingAlgorithm, typ: 'JWT', kid: keys.published.kid })
    .sign(keys.privateKey)
  const end = token.lastIndexOf('.')
  return { payload: token.slice(0, end), signature: token.slice(end + 1) }
}

/**
 * Makes the cached check of what cannot change about a token: its shape, its signature under the one allowed algorithm,
 * and its audience. Expiry and the session are for the caller to check, each time.
 *
 * @param audience origin of the account area
 * @returns a function that gives the payload, or undefined for anything that is not a token of ours
 */
export function createTokenVerifier(keys: TokenKeys, audience: string) {
  const verified = new Map<string, VerifiedPayload>()
  return async (token: SplitToken): Promise<VerifiedPayload | undefined> => {
    const whole = `${token.payload}.${token.signature}`
    const known = verified.get(whole)
    if (known) return known
    const claims = parseSessionToken(token.payload)
    if (claims?.sid === undefined || claims.aud !== audience) return undefined
    if (!(await isSigned(keys, whole))) return undefined
    const payload = { ...claims, sid: claims.sid }
    // Only tokens that we signed are cached, so that attackers can't fill it; the oldest is evicted.
    const [oldest] = verified.size >= cacheSize ? verified.keys() : []
    if (oldest !== undefined) verified.delete(oldest)
    verified.set(whole, payload)
    return payload
  }
}

async function isSigned(keys: TokenKeys, token: string): Promise<boolean> {
  for (const { publicKey } of [keys, ...keys.former]) {
    try {
      await compactVerify(token, publicKey, { algorithms: [signingAlgorithm] })
      return true
    } catch {
      // Not a token of this key; the reason would help only a forger.
    }
  }
  return false
}
