import { eq } from 'drizzle-orm'
import type { Deps } from '#server/platform/deps.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { queueAccountMail } from '../account-mail.ts'
import { normaliseEmail } from '../email.ts'
import { users } from '../tables.ts'

/**
 * Mails a link for a new password, if there is an account. Against account enumeration the same job is queued for an
 * unknown address.
 *
 * @throws AppError `too_many_requests`
 */
export async function requestNewPassword(deps: Deps, input: Caller & { email: string }): Promise<void> {
  const email = normaliseEmail(input.email)
  const queue = () =>
    deps.db.transaction(async tx => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
      await queueAccountMail(tx, deps, { userId: user?.id ?? null, reason: 'forgotten_password' })
    })
  const counted = [
    [limits.newPasswordByAddress, input.ip],
    [limits.newPasswordByEmail, email],
  ] as const
  await deps.limiter.attempt(counted, queue, input)
}
