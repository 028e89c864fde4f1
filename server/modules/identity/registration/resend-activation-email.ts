import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { findEmailChange, resendEmailChange } from '../account/request-email-change.ts'
import { lockReader } from '../lock-reader.ts'
import { mailLink } from '../mailed-link.ts'
import { users } from '../tables.ts'

/**
 * Mails the activation link again; the former one stops working (R4.04). Where another e-mail waits to be confirmed, the
 * link goes there.
 *
 * @throws AppError `account_already_confirmed`, `too_many_email_changes`, `too_many_activation_emails` beyond 3 an hour
 */
export async function resendActivationEmail(deps: Deps, actor: Pick<Actor, 'userId'>): Promise<void> {
  const [known] = await deps.db
    .select({ confirmedAt: users.confirmedAt })
    .from(users)
    .where(eq(users.id, actor.userId))
  if (known?.confirmedAt) throw new AppError('account_already_confirmed')
  if (await findEmailChange(deps, actor.userId)) return resendEmailChange(deps, actor)
  // Rate limit outside the transaction: it takes a connection of its own.
  await deps.limiter.attempt([[limits.activationMails, actor.userId]], () =>
    deps.db.transaction(async tx => {
      const user = await lockReader(tx, actor.userId)
      if (!user) throw new AppError('user_not_found')
      if (user.confirmedAt !== null) throw new AppError('account_already_confirmed')
      await mailLink(tx, deps, user, { kind: 'activation', token: randomToken(256) })
    }),
  )
}
