import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { formatDay, formatTime } from '#server/platform/texts/format.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { lockStayingReader } from '../lock-reader.ts'
import { findLinkOwner, issueLink, useLink } from '../mailed-link.ts'
import { setEmail } from './set-email.ts'

type ConfirmDeps = Pick<IdentityDeps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings' | 'moveMailbox'>

/**
 * Gives an account the e-mail to which the link was mailed (R13.03). The former one gets a link that takes the change back
 * within seven days; newsletters follow (decision 010), sessions stay.
 *
 * @returns the reader
 * @throws AppError the link's refusals, `email_taken`, `link_blocked`, `user_anonymization_pending`, `too_many_requests`
 */
export async function confirmEmailChange(
  deps: ConfirmDeps,
  { token, ip }: { token: string; ip: string },
): Promise<number> {
  const kind = 'email_change'
  const userId = await findLinkOwner(deps, { kind, token, ip })
  await deps.db.transaction(async tx => {
    const user = await lockStayingReader(tx, userId)
    const { email, sentAt } = await useLink(tx, deps, { kind, token, userId })
    if (!user || email === null) throw new AppError('email_link_invalid')
    if (user.blockedAt !== null) throw new AppError('link_blocked')
    await setEmail(tx, userId, { email })
    const mailboxMoved = await deps.moveMailbox(tx, user.email, email)
    const link = await issueLink(tx, deps, userId, {
      kind: 'email_take_back',
      token: randomToken(256),
      email: user.email,
      sentAt,
      mailboxMoved,
    })
    await recordActivity(tx, deps, { userId, kind: 'email_changed' })
    const until = deps.clock.now().add({ hours: linkLifeHours.emailTakeBack })
    const mail = {
      to: user.email,
      locale: user.locale,
      template: 'email_changed_by_reader' as const,
      values: {
        email: masked(email),
        day: formatDay(user.locale, until),
        time: formatTime(user.locale, until),
      },
      link: link ?? '',
    }
    await sendMail(tx, deps, mail, { userId })
  })
  return userId
}

/** An e-mail without most of its name: the mailbox that gets it may have become somebody else's. */
const masked = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')
