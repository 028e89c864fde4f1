import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { normaliseEmail } from '../email.ts'
import { lockReader } from '../lock-reader.ts'
import { findDecoyHash } from '../passwords/decoy-hash.ts'
import { verifyPassword } from '../passwords/hash-password.ts'
import { renewHash } from '../passwords/renew-hash.ts'
import { users } from '../tables.ts'
import { knownBrowserOf } from './known-browser.ts'
import { type StartedSession, startSession } from './start-session.ts'

/**
 * Signs a reader in by e-mail and password. An unknown e-mail, an account without a password and a wrong password
 * are one and the same to the caller, in the answer and in its time. Wrong passwords from elsewhere don't rate limit a
 * browser that signed in to this account before.
 *
 * @param input.remember whether the session outlives the browser's closing
 * @param input.browser the cookie by which such a browser is known
 * @throws AppError `bad_credentials`, `too_many_requests`, `service_unavailable`
 */
export async function signIn(
  deps: Deps,
  input: Caller & {
    email: string
    password: string
    remember: boolean
    userAgent: string
    browser: string | undefined
  },
): Promise<StartedSession> {
  const email = normaliseEmail(input.email)
  // The epoch is read in one query with the password hash, so a concurrent change of the password voids this sign-in.
  const [user] = await deps.db
    .select({ id: users.id, passwordHash: users.passwordHash, tokenEpoch: users.tokenEpoch })
    .from(users)
    .where(eq(users.email, email))
  const known = user && knownBrowserOf(deps, input.browser, user.id)
  const counted =
    known === undefined
      ? ([
          [limits.signInByAddress, input.ip],
          [limits.signInByEmail, email],
        ] as const)
      : ([[limits.signInByBrowser, known]] as const)
  // Always queried, against timing attacks.
  const decoy = await findDecoyHash(deps, email)
  const matches = await deps.limiter.attempt(
    counted,
    () => verifyPassword(user?.passwordHash ?? null, input.password, decoy),
    input,
  )
  if (!user || !matches) throw new AppError('bad_credentials')
  await renewHash(deps, user, input.password)
  return deps.db.transaction(async tx => {
    // Race: an erasure waits for this session and deletes it, or was first.
    const present = await lockReader(tx, user.id)
    if (!present || present.anonymizedAt !== null) throw new AppError('bad_credentials')
    return startSession(tx, deps, {
      userId: user.id,
      tokenEpoch: user.tokenEpoch,
      remember: input.remember,
      userAgent: input.userAgent,
    })
  })
}
