import { and, desc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { normaliseEmail } from '../email.ts'
import { lockStayingReader } from '../lock-reader.ts'
import { isOpen, issueLink } from '../mailed-link.ts'
import { isAlive } from '../sessions/is-alive.ts'
import { mailedLinks, users } from '../tables.ts'

/**
 * Asks for another e-mail (R13.03): a link mailed there confirms it, until then the present one holds. The link of an
 * account that was never confirmed activates it as well (R10.04, decision 005). Nothing tells whether an account has that
 * e-mail already: its holder is told so by mail instead.
 *
 * @throws AppError `email_same`, `too_many_email_changes`, `not_logged_in`, `user_anonymization_pending`, `user_not_found`
 */
export const requestEmailChange = (deps: Deps, actor: Actor, typed: string): Promise<void> =>
  mailChange(deps, actor.userId, { email: normaliseEmail(typed), actor })

/**
 * Mails the link of a change that waits once more; the former one stops working.
 *
 * @throws AppError `email_change_not_awaited`, `too_many_email_changes`, `user_anonymization_pending`, `user_not_found`
 */
export async function resendEmailChange(deps: Deps, { userId }: Pick<Actor, 'userId'>): Promise<void> {
  const waiting = await findEmailChange(deps, userId)
  if (!waiting) throw new AppError('email_change_not_awaited')
  await mailChange(deps, userId, { email: waiting.email })
}

/** Cancels a change of the e-mail that waits, of either kind. Idempotent. */
export async function cancelEmailChange(
  { db, clock }: { db: Db | Tx; clock: Deps['clock'] },
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  await db.update(mailedLinks).set({ replacedAt: clock.now() }).where(isWaiting(userId))
}

/** The change of an e-mail that waits to be confirmed, if there is one. */
export async function findEmailChange(
  { db, clock }: { db: Db | Tx; clock: Deps['clock'] },
  userId: number,
): Promise<{ email: string; sentAt: Temporal.Instant; expiresAt: Temporal.Instant } | undefined> {
  const [waiting] = await db
    .select({ email: mailedLinks.email, sentAt: mailedLinks.sentAt, expiresAt: mailedLinks.expiresAt })
    .from(mailedLinks)
    .where(and(isWaiting(userId), gt(mailedLinks.expiresAt, clock.now())))
    .orderBy(desc(mailedLinks.sentAt))
    .limit(1)
  return waiting?.email ? { ...waiting, email: waiting.email } : undefined
}

const isWaiting = (userId: number) =>
  and(isOpen(userId), isNotNull(mailedLinks.email), inArray(mailedLinks.kind, ['email_change', 'activation']))

/** @param change.actor who asks for it; without one the change that waits is mailed again */
async function mailChange(
  deps: Deps,
  userId: number,
  { email, actor }: { email: string; actor?: Actor },
): Promise<void> {
  const counted = [
    [limits.emailChanges, userId],
    [limits.emailChangesByEmail, email],
  ] as const
  await deps.limiter.attempt(counted, () =>
    deps.db.transaction(async tx => {
      const user = await lockStayingReader(tx, userId)
      if (!user) throw new AppError('user_not_found')
      if (user.email === email) throw new AppError({ key: 'email_same', field: 'email' })
      if (actor && !(await isAlive(tx, actor))) throw new AppError('not_logged_in')
      const waiting = actor ? undefined : await findEmailChange({ ...deps, db: tx }, userId)
      if (!actor && waiting?.email !== email) throw new AppError('email_change_not_awaited')
      const kind = user.confirmedAt === null ? 'activation' : 'email_change'
      // Taking the change back undoes what was added since it was asked for, however often it was mailed.
      const asked = waiting && { sentAt: waiting.sentAt }
      const link = await issueLink(tx, deps, userId, { kind, token: randomToken(256), email, ...asked })
      const [holder] = await tx.select({ locale: users.locale }).from(users).where(eq(users.email, email))
      if (holder) {
        const address = `${deps.settings.origins.login}/login`
        const mail = { to: email, locale: holder.locale, values: {}, link: address }
        await sendMail(tx, deps, { ...mail, template: 'email_change_taken' })
      } else if (link !== undefined) {
        const hours = kind === 'activation' ? linkLifeHours.activation : linkLifeHours.emailChange
        const mail = { to: email, locale: user.locale, template: kind, values: { hours }, link } as const
        // Not as the reader's own mail: the archive of the reader's data would tell which e-mails have accounts.
        await sendMail(tx, deps, mail, { topic: `email-change:${userId}` })
      }
    }),
  )
}
