import { recordActivity } from '#server/modules/activity/index.ts'
import { lockReader, unmarkAnonymization } from '#server/modules/identity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { stopRenewals } from '#server/modules/subscriptions/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { anonymizationLink } from './anonymization-link.ts'

/** Withdraws the request for deletion; renewals stay off. Idempotent. */
export async function withdrawAnonymization(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Pick<Actor, 'userId'>,
): Promise<void> {
  const { userId } = actor
  await deps.db.transaction(async tx => {
    await lockReader(tx, userId)
    const user = await unmarkAnonymization(tx, userId)
    if (!user) return
    // Also what was loaded so, or paid for meanwhile on a page that was open: the mail says that nothing renews.
    await stopRenewals(tx, deps, userId)
    await recordActivity(tx, deps, { userId, kind: 'anonymization_withdrawn' })
    await sendMail(tx, deps, {
      to: user.email,
      locale: user.locale,
      template: 'anonymization_withdrawn',
      values: {},
      link: anonymizationLink(deps),
    })
  })
}
