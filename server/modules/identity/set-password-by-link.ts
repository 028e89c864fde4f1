import { eq, sql } from 'drizzle-orm'
import type { LinkKind } from '#contract/identity/central-login.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { closeAllSessions } from './close-session.ts'
import { commonPasswordFaults } from './common-password-faults.ts'
import { hashPassword } from './hash-password.ts'
import { lockReader } from './lock-reader.ts'
import { findLinkOwner, useLink } from './mailed-link.ts'
import { type StartedSession, startSession } from './start-session.ts'
import { users } from './tables.ts'

/** A mailed link, the password chosen by it, and the caller. */
export type LinkUse = { token: string; password: string; userAgent: string; ip: string }

/**
 * Shared by both mailed links: the password chosen now replaces any former one (it may have been set by someone who
 * never proved the address), the address counts as confirmed, all sessions end and a new one begins.
 *
 * @param input.token the link's secret
 * @param input.password one that meets the rules
 * @throws AppError the link's refusals, `password_common`, `too_many_requests`, `service_unavailable`
 */
export async function setPasswordByLink(
  deps: Deps,
  input: LinkUse & { kind: LinkKind },
): Promise<StartedSession> {
  const userId = await findLinkOwner(deps, input)
  const faults = commonPasswordFaults(input.password)
  if (faults.length > 0) throw new AppError(faults)
  const passwordHash = await hashPassword(input.password)
  return deps.db.transaction(async tx => {
    await lockReader(tx, userId)
    await useLink(tx, deps, { ...input, userId })
    const now = deps.clock.now()
    const [user] = await tx
      .update(users)
      .set({
        passwordHash,
        tokenEpoch: sql`${users.tokenEpoch} + 1`,
        confirmedAt: sql`coalesce(${users.confirmedAt}, ${now.toString()})`,
      })
      .where(eq(users.id, userId))
      .returning()
    if (!user) throw new AppError('user_not_found')
    await closeAllSessions(tx, deps, userId, 'password_changed')
    const kind = input.kind === 'new_password' ? 'password_changed' : 'account_activated'
    await recordActivity(tx, deps, { userId, kind })
    if (input.kind === 'new_password') {
      await sendMail(tx, deps, {
        to: user.email,
        locale: user.locale,
        template: 'password_changed',
        values: {},
        link: `${deps.settings.origins.login}/login`,
      })
    }
    return startSession(tx, deps, {
      userId,
      tokenEpoch: user.tokenEpoch,
      remember: false,
      userAgent: input.userAgent,
    })
  })
}
