import { sql } from 'drizzle-orm'
import type { LinkKind } from '#contract/identity/central-login.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { setEmail } from '../account/set-email.ts'
import { type TakeBackDeps, takeBackEmail } from '../account/take-back-email.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { lockReader, requireNoAnonymization } from '../lock-reader.ts'
import { findLinkOwner, useLink } from '../mailed-link.ts'
import { closeAllSessions } from '../sessions/close-session.ts'
import { type StartedSession, startSession } from '../sessions/start-session.ts'
import { users } from '../tables.ts'
import { commonPasswordFaults } from './common-password-faults.ts'
import { hashPassword } from './hash-password.ts'

/** A mailed link, the password chosen by it, and the caller. */
export type LinkUse = { token: string; password: string; userAgent: string; ip: string }

/**
 * Shared by the mailed links that choose a password: the password chosen now replaces any former one (it may have been set by someone who
 * never proved the address), the address counts as confirmed, all sessions end and a new one begins. A link may give the
 * account another e-mail as well: one that an activation proves, or the former one that is taken back.
 *
 * @param input.token the link's secret
 * @param input.password one that meets the rules
 * @throws AppError the link's refusals, `email_taken`, `password_common`, `too_many_requests`, `service_unavailable`,
 *   `user_anonymization_pending`
 */
export async function setPasswordByLink(
  deps: Pick<IdentityDeps, 'db' | 'limiter'> & TakeBackDeps,
  input: LinkUse & { kind: Exclude<LinkKind, 'email_change'> },
): Promise<StartedSession> {
  const userId = await findLinkOwner(deps, input)
  const faults = commonPasswordFaults(input.password)
  if (faults.length > 0) throw new AppError(faults)
  const passwordHash = await hashPassword(input.password)
  return deps.db.transaction(async tx => {
    const before = await lockReader(tx, userId)
    const { email, ...link } = await useLink(tx, deps, { ...input, userId })
    if (before && email !== null && input.kind === 'email_take_back') {
      await takeBackEmail(tx, deps, before, { ...link, email })
    }
    // An e-mail may be taken back even so: whoever changed it may have asked for the deletion.
    if (email !== null && input.kind === 'activation') await requireNoAnonymization(tx, userId)
    const now = deps.clock.now()
    const user = await setEmail(tx, userId, {
      ...(email !== null && { email }),
      passwordHash,
      tokenEpoch: sql`${users.tokenEpoch} + 1`,
      confirmedAt: sql`coalesce(${users.confirmedAt}, ${now.toString()})`,
      formerEmail: null,
    })
    if (!before || !user) throw new AppError('user_not_found')
    if (before.formerEmail !== null) await deps.moveMailbox(tx, before.formerEmail, user.email)
    await closeAllSessions(tx, deps, userId, 'password_changed')
    const isActivation = input.kind === 'activation'
    await recordActivity(tx, deps, { userId, kind: isActivation ? 'account_activated' : 'password_changed' })
    const told = { locale: user.locale, values: {}, link: `${deps.settings.origins.login}/login` }
    if (!isActivation) {
      await sendMail(tx, deps, { ...told, to: user.email, template: 'password_changed' })
    } else if (before.email !== user.email) {
      // It was never proven, so nothing in it takes the change back.
      await sendMail(tx, deps, { ...told, to: before.email, template: 'email_changed' }, { userId })
    }
    return startSession(tx, deps, {
      userId,
      tokenEpoch: user.tokenEpoch,
      remember: false,
      userAgent: input.userAgent,
    })
  })
}
