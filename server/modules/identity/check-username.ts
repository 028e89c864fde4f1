import { eq } from 'drizzle-orm'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { checkUsername as endpoint } from '#contract/identity/identity.ts'
import type { Deps } from '#server/platform/deps.ts'
import { normaliseEmail } from './email.ts'
import { usernameCheckLimit } from './limits.ts'
import { users } from './tables.ts'

/**
 * Tells whether an address goes on with a password or with a registration (R7.13). An account that was asked for but
 * never activated goes on with the registration, which mails its link again.
 *
 * @param input.ip address of the caller, which is limited
 * @throws AppError `too_many_requests`
 */
export async function checkUsername(
  deps: Pick<Deps, 'db' | 'limiter'>,
  input: { username: string; ip: string },
): Promise<EndpointAnswer<typeof endpoint>> {
  await deps.limiter.take(usernameCheckLimit, input.ip)
  const [user] = await deps.db
    .select({ confirmedAt: users.confirmedAt, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, normaliseEmail(input.username)))
  const hasAccount = user !== undefined && (user.confirmedAt !== null || user.passwordHash !== null)
  return { content: { next: hasAccount ? 'password' : 'registration' } }
}
