import { eq } from 'drizzle-orm'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { users } from '../tables.ts'
import { verifyPassword } from './hash-password.ts'
import { renewHash } from './renew-hash.ts'

/**
 * Verifies the password of a signed-in reader again.
 *
 * @throws AppError `too_many_requests` after ten wrong ones, `service_unavailable`
 */
export async function provePassword(
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  userId: number,
  password: string,
): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
  const matches = await limiter.attempt([[limits.passwordProofs, userId]], () =>
    verifyPassword(user?.passwordHash ?? null, password),
  )
  if (user && matches) await renewHash({ db }, user, password)
  return matches
}
