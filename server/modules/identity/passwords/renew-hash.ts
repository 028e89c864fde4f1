import { and, eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { users } from '../tables.ts'
import { hashPassword, isOurs } from './hash-password.ts'

/**
 * Rehashes a password that was just verified, where its hash came from a former system. Sessions stay: the password is
 * the same. When the hashing queue is full, the next sign-in will do.
 *
 * @param user.passwordHash the hash that was checked; one that has changed meanwhile stays (optimistic lock)
 */
export async function renewHash(
  { db }: Pick<Deps, 'db'>,
  user: { id: number; passwordHash: string | null },
  password: string,
): Promise<void> {
  if (user.passwordHash === null || isOurs(user.passwordHash)) return
  const passwordHash = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (passwordHash === undefined) return
  await db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
}
