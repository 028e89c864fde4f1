import { eq } from 'drizzle-orm'
import type { Gift } from '#contract/gifts/gifts.ts'
import type { Locale } from '#contract/wire.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import { requireNoErasure } from '#server/modules/identity/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { describeGift } from './describe-gift.ts'
import { findGift } from './store.ts'
import { lockOpenGift } from './lock-open-gift.ts'
import { giftMailLimit } from '../limits.ts'
import { giftTopic, mailGift } from './mail-gift.ts'
import { gifts } from '../tables.ts'

/**
 * Gives a gift to another address. When its link was mailed already, that one no longer works and a new one is mailed
 * at once; otherwise it waits for its day. The same address again changes nothing.
 *
 * @throws AppError `not_found`, `gift_already_activated`, `gift_expired`, `too_many_gift_mails`,
 *   `user_anonymization_pending`
 */
export async function changeGift(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>,
  actor: Actor,
  input: { id: number; email: string; locale: Locale },
): Promise<Gift> {
  const email = input.email.toLowerCase()
  await deps.limiter.take(giftMailLimit, `${actor.userId}.${input.id}`)
  return deps.db.transaction(async tx => {
    await requireNoErasure(tx, actor.userId)
    const row = await lockOpenGift(tx, deps, actor, input.id)
    const now = deps.clock.now()
    if (row.gift.email === email) return describeGift(row, input.locale, now)
    await tx.update(gifts).set({ email }).where(eq(gifts.couponId, input.id))
    if (row.gift.sentAt !== null) {
      await withdrawMails(tx, giftTopic(input.id))
      await mailGift(tx, deps, await findGift(tx, input.id), (row.gift.linkVersion ?? 0) + 1)
    }
    await recordActivity(tx, deps, { userId: actor.userId, kind: 'gift_address_changed' })
    return describeGift(await findGift(tx, input.id), input.locale, now)
  })
}
