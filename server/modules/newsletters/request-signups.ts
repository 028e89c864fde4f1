import { lt } from 'drizzle-orm'
import { linkLifeDays } from '#contract/newsletters/newsletters.ts'
import type { Locale } from '#contract/wire.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken, randomToken } from '#server/platform/secrets.ts'
import { sendMail } from '../outbox/index.ts'
import { findNewsletters } from './store.ts'
import { newsletterLinks } from './tables.ts'
import { listTitles } from './titles.ts'

/** How long an expired link is still told to be expired; then its address is deleted. */
const keptAfterExpiry = Temporal.Duration.from({ hours: 30 * 24 })

type Request = { email: string; codes: readonly string[]; locale: Locale }

/**
 * Mails an address a link: to confirm the newsletters that were asked for, or only to manage them. Answers alike for
 * a known or unknown address or that of an account (account enumeration). Nothing else happens before the press of the
 * button behind the link (double opt-in).
 *
 * @param input.codes newsletters that are asked for; none for managing
 * @throws AppError `too_many_requests`, `too_many_newsletter_emails`, `not_found`, `newsletter_subscription_needed`
 */
export async function requestSignups(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>,
  input: Request & Caller,
): Promise<void> {
  const email = input.email.toLowerCase()
  const codes = [...new Set(input.codes)]
  const byAddress = [limits.newsletterMailsByAddress, input.ip] as const
  const byEmail = [limits.newsletterMailsByEmail, email] as const
  const mail = async () => {
    const asked = await findNewsletters(deps.db, codes)
    if (asked.length < codes.length) throw new AppError('not_found')
    if (asked.some(each => each.locked)) throw new AppError('newsletter_subscription_needed')
    await deps.limiter.attempt([byEmail], () => mailLink(deps, { ...input, email, codes }, asked))
  }
  await deps.limiter.attempt([byAddress], mail, input)
}

async function mailLink(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  { email, codes, locale }: Request & { codes: string[] },
  asked: Awaited<ReturnType<typeof findNewsletters>>,
): Promise<void> {
  const now = deps.clock.now()
  const token = randomToken(256)
  await deps.db.transaction(async tx => {
    await tx.delete(newsletterLinks).where(lt(newsletterLinks.expiresAt, now.subtract(keptAfterExpiry)))
    await tx.insert(newsletterLinks).values({
      tokenHash: hashToken(token),
      email,
      locale,
      codes,
      sentAt: now,
      expiresAt: now.add({ hours: linkLifeDays * 24 }),
    })
    await sendMail(tx, deps, {
      to: email,
      locale,
      ...(codes.length > 0
        ? {
            template: 'newsletter_confirmation',
            values: { titles: listTitles(asked, locale), count: codes.length, days: linkLifeDays },
          }
        : { template: 'newsletter_manage', values: { days: linkLifeDays } }),
      link: mailboxLink(deps.settings, token),
    })
  })
}

/** URL of the page that a mailed token opens. */
export const mailboxLink = ({ origins }: Pick<Deps['settings'], 'origins'>, token: string): string =>
  `${origins.account}/e-maily/odkaz/${token}`
