import { eq } from 'drizzle-orm'
import type { Deps } from '#server/platform/deps.ts'
import { queueAccountMail } from './account-mail.ts'
import { normaliseEmail } from './email.ts'
import { newPasswordLimits } from './limits.ts'
import { users } from './tables.ts'

/**
 * Mails a link for a new password to whoever has an account. The caller sees no difference: the same is queued for an
 * address that nobody has.
 *
 * @param input.ip address of the caller, which is limited too
 * @throws AppError `too_many_requests`
 */
export async function requestNewPassword(deps: Deps, input: { email: string; ip: string }): Promise<void> {
  const email = normaliseEmail(input.email)
  await deps.limiter.take(newPasswordLimits.byAddress, input.ip)
  await deps.limiter.take(newPasswordLimits.byEmail, email)
  await deps.db.transaction(async tx => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    await queueAccountMail(tx, deps, { userId: user?.id ?? null, reason: 'forgotten_password' })
  })
}
