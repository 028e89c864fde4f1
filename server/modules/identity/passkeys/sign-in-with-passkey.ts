import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { lockReader } from '../lock-reader.ts'
import { type StartedSession, startSession } from '../sessions/start-session.ts'
import { passkeys } from '../tables.ts'
import { takePasskeyChallenge } from './passkey-challenge.ts'
import { notePasskeyUse, verifyPasskey } from './verify-passkey.ts'

/**
 * Signs in by a passkey, which itself tells whose it is (discoverable credential, R13.01).
 *
 * @param input.credential what the browser answered with; untrusted
 * @param input.cookie of the challenge
 * @throws AppError `passkey_failed`, `passkey_unknown`, `passkeys_unavailable`, `link_blocked`, `too_many_requests`
 */
export async function signInWithPasskey(
  deps: Deps,
  input: { credential: string; cookie: string | undefined; userAgent: string; ip: string },
): Promise<StartedSession> {
  const challenge = await takePasskeyChallenge(deps, input.cookie, 'sign_in')
  await deps.limiter.take(limits.passkeySignIns, input.ip)
  const used = await verifyPasskey(deps, input.credential, challenge)
  return deps.db.transaction(async tx => {
    // Before the passkey, as whoever erases the reader does (decision 034).
    const user = await lockReader(tx, used.userId)
    const isUsed = eq(passkeys.id, used.id)
    if (!user || (await tx.$count(passkeys, isUsed)) === 0) throw new AppError('passkey_unknown')
    await notePasskeyUse(tx, deps, used)
    // Opt-in: nobody was asked whether to be remembered.
    const { id: userId, tokenEpoch } = user
    return startSession(tx, deps, { userId, tokenEpoch, remember: false, userAgent: input.userAgent })
  })
}
