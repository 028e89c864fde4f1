import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { normaliseEmail } from './email.ts'
import { verifyPassword } from './hash-password.ts'
import { signInLimits } from './limits.ts'
import { type StartedSession, startSession } from './start-session.ts'
import { users } from './tables.ts'

/**
 * Signs a reader in by e-mail and password. An unknown e-mail, an account without a password and a wrong password
 * are one and the same to the caller, in the answer and in its time.
 *
 * @param input.remember whether the session outlives the browser's closing
 * @param input.ip address of the caller, which is limited too
 * @throws AppError `bad_credentials`, `too_many_requests`, `service_unavailable`
 */
export async function signIn(
  deps: Deps,
  input: { email: string; password: string; remember: boolean; ip: string; userAgent: string },
): Promise<StartedSession> {
  const email = normaliseEmail(input.email)
  await deps.limiter.take(signInLimits.byAddress, input.ip)
  await deps.limiter.take(signInLimits.byEmail, email)
  // The epoch is read together with the password that is about to be checked.
  const [user] = await deps.db
    .select({ id: users.id, passwordHash: users.passwordHash, tokenEpoch: users.tokenEpoch })
    .from(users)
    .where(eq(users.email, email))
  const matches = await verifyPassword(user?.passwordHash ?? null, input.password)
  if (!user || !matches) throw new AppError('bad_credentials')

  await deps.limiter.giveBack(signInLimits.byAddress, input.ip)
  await deps.limiter.giveBack(signInLimits.byEmail, email)
  return deps.db.transaction(tx =>
    startSession(tx, deps, {
      userId: user.id,
      tokenEpoch: user.tokenEpoch,
      remember: input.remember,
      userAgent: input.userAgent,
    }),
  )
}
