import { and, eq, sql } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError, type Fault } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { cancelEmailChange } from '../account/request-email-change.ts'
import { lockStayingReader } from '../lock-reader.ts'
import { voidLinks } from '../mailed-link.ts'
import { closeAllSessions } from '../sessions/close-session.ts'
import { users } from '../tables.ts'
import { commonPasswordFaults } from './common-password-faults.ts'
import { hashPassword } from './hash-password.ts'
import { provePassword } from './prove-password.ts'

const wrong: Fault = { key: 'current_password_wrong', field: 'current_password' }

/**
 * Changes the password of a reader who gives the present one (R1.09). All sessions end, also this one, and the reader is
 * told so by mail (R4.15).
 *
 * @param input.newPassword one that meets the rules of R5.03
 * @throws AppError `current_password_wrong`, `password_common`, `user_anonymization_pending`, `too_many_requests`,
 *   `service_unavailable`
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { userId } = actor
  const [known] = await deps.db.select({ epoch: users.tokenEpoch }).from(users).where(eq(users.id, userId))
  const matches = await provePassword(deps, userId, input.currentPassword)
  const faults = [...(matches ? [] : [wrong]), ...commonPasswordFaults(input.newPassword)]
  if (!known || faults.length > 0) throw new AppError(faults)

  const passwordHash = await hashPassword(input.newPassword)
  await deps.db.transaction(async tx => {
    await lockStayingReader(tx, userId)
    const [user] = await tx
      .update(users)
      .set({ passwordHash, tokenEpoch: sql`${users.tokenEpoch} + 1` })
      // Optimistic lock: the password that was checked is still the one replaced, though its hash may have been renewed.
      .where(and(eq(users.id, userId), eq(users.tokenEpoch, known.epoch)))
      .returning({ email: users.email, locale: users.locale })
    if (!user) throw new AppError(wrong)
    await closeAllSessions(tx, deps, userId, 'password_changed')
    await voidLinks(tx, deps, userId, 'new_password')
    await cancelEmailChange({ ...deps, db: tx }, actor)
    await recordActivity(tx, deps, { userId, kind: 'password_changed' })
    await sendMail(tx, deps, {
      to: user.email,
      locale: user.locale,
      template: 'password_changed',
      values: {},
      link: `${deps.settings.origins.login}/login`,
    })
  })
}
