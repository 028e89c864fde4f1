import type { Gift } from '#contract/gifts/gifts.ts'
import type { Locale } from '#contract/wire.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { requireNoAnonymization } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { describeGift } from './describe-gift.ts'
import { lockOpenGift } from './lock-open-gift.ts'
import { mailGift } from './mail-gift.ts'
import { findGift } from './store.ts'

/**
 * Mails a gift's link again, or before its day. The link is the same as before.
 *
 * @throws AppError `not_found`, `gift_already_activated`, `gift_expired`, `too_many_gift_mails`,
 *   `user_anonymization_pending`; `invalid_email` when the recipient's data were erased
 */
export async function sendGift(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>,
  actor: Actor,
  input: { id: number; locale: Locale },
): Promise<Gift> {
  return deps.limiter.attempt([[limits.giftMails, `${actor.userId}.${input.id}`]], () =>
    deps.db.transaction(async tx => {
      await requireNoAnonymization(tx, actor.userId)
      const row = await lockOpenGift(tx, deps, { id: input.id, buyerId: actor.userId })
      if (row.gift.email === '') throw new AppError({ key: 'invalid_email', field: 'email' })
      await mailGift(tx, deps, row)
      await recordActivity(tx, deps, { userId: actor.userId, kind: 'gift_sent' })
      return describeGift(await findGift(tx, input.id), input.locale, deps.clock.now())
    }),
  )
}
