import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import { passkeys, users } from '../tables.ts'
import { requireRoomForPasskey } from './add-passkey.ts'
import { beginPasskeyChallenge } from './passkey-challenge.ts'
import { loadWebAuthn, passkeyAlgorithms, requirePasskeyDomain } from './verify-passkey.ts'

type Begun = { options: Record<string, unknown>; cookie: string }

/**
 * Begins to make a passkey: discoverable, with the user verified, and no second one on the same device.
 *
 * @returns options for the browser, and the cookie that it has to bring back
 * @throws AppError `passkeys_unavailable`, `passkey_limit`, `user_not_found`
 */
export async function beginPasskey(deps: Deps, { userId, sessionId }: Actor): Promise<Begun> {
  const { db, settings } = deps
  const rpID = requirePasskeyDomain(settings)
  await requireRoomForPasskey(db, userId)
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('user_not_found')
  const own = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId))
  const { challenge, cookie } = beginPasskeyChallenge(deps, `add ${sessionId}`)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: rpID,
    rpID,
    userName: user.email,
    userDisplayName: user.email,
    // Tells nothing of the reader, and is always the same, so that a device keeps one a reader.
    userID: bytesOf(keyedHash(settings.appSecret, 'passkey-user', String(userId))),
    challenge: bytesOf(challenge),
    supportedAlgorithmIDs: passkeyAlgorithms,
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options: { ...options }, cookie }
}

/**
 * Begins a sign-in, of whichever reader the browser has a passkey of.
 *
 * @throws AppError `passkeys_unavailable`
 */
export function beginPasskeySignIn(deps: Pick<Deps, 'clock' | 'settings'>): Begun {
  const rpId = requirePasskeyDomain(deps.settings)
  const { challenge, cookie } = beginPasskeyChallenge(deps, 'sign_in')
  return { options: { challenge, rpId, allowCredentials: [], userVerification: 'required' }, cookie }
}

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64url'))
