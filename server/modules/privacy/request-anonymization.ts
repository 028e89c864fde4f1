import { type Anonymization, anonymizationRules } from '#contract/privacy/anonymization.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { describeAnonymization, lockReader, markAnonymization } from '#server/modules/identity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { stopRenewals } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { formatDay } from '#server/platform/texts/format.ts'
import { anonymizationLink } from './anonymization-link.ts'

/**
 * Has an account deleted in thirty days. Nothing is charged from now on; the reader is told by mail and can
 * withdraw it until then. Idempotent.
 *
 * @throws AppError `user_not_found`
 */
export async function requestAnonymization(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Pick<Actor, 'userId'>,
): Promise<Anonymization> {
  const { userId } = actor
  return deps.db.transaction(async tx => {
    const before = await lockReader(tx, userId)
    if (!before) throw new AppError('user_not_found')
    if (before.anonymizationRequestedAt) return describeAnonymization(before.anonymizationRequestedAt)
    const user = await markAnonymization(tx, deps, userId)
    if (!user) throw new Error('A reader who is locked was changed')
    const told = describeAnonymization(user.requestedAt)
    await stopRenewals(tx, deps, userId)
    await recordActivity(tx, deps, { userId, kind: 'anonymization_requested' })
    await sendMail(tx, deps, {
      to: user.email,
      locale: user.locale,
      template: 'anonymization_requested',
      values: {
        day: formatDay(user.locale, Temporal.Instant.from(told.due_at)),
        years: anonymizationRules.documentYears,
      },
      link: anonymizationLink(deps),
    })
    return told
  })
}
