import { eq } from 'drizzle-orm'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { checkUsername as endpoint } from '#contract/identity/central-login.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { normaliseEmail } from '../email.ts'
import { users } from '../tables.ts'

/**
 * Tells whether an address goes on with a password or with a registration (R7.13). An account that was never
 * activated goes on with the registration, which mails its link again.
 *
 * @throws AppError `too_many_requests`
 */
export async function checkUsername(
  deps: Pick<Deps, 'db' | 'limiter'>,
  input: Caller & { username: string },
): Promise<EndpointAnswer<typeof endpoint>> {
  const counted = [
    [limits.usernameChecks, input.ip],
    [limits.usernameMisses, input.ip],
  ] as const
  const hasAccount = await deps.limiter.attempt(counted, () => isAccount(deps, input.username), input)
  return { content: { next: hasAccount ? 'password' : 'registration' } }
}

async function isAccount({ db }: Pick<Deps, 'db'>, username: string): Promise<boolean> {
  const [user] = await db
    .select({ confirmedAt: users.confirmedAt, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, normaliseEmail(username)))
  return user !== undefined && (user.confirmedAt !== null || user.passwordHash !== null)
}
