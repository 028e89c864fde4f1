import { eq } from 'drizzle-orm'
import type { Gift } from '#contract/gifts/gifts.ts'
import type { Locale } from '#contract/wire.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { requireNoAnonymization } from '#server/modules/identity/index.ts'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { gifts } from '../tables.ts'
import { describeGift } from './describe-gift.ts'
import { lockOpenGift } from './lock-open-gift.ts'
import { giftTopic, mailGift } from './mail-gift.ts'
import { findGift, type GiftRow } from './store.ts'

/**
 * Gives a gift to another address. A link that was mailed already is voided and a new one mailed at once; otherwise it
 * goes out on its day. Idempotent.
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
  return deps.limiter.attempt([[limits.giftMails, `${actor.userId}.${input.id}`]], () =>
    deps.db.transaction(async tx => {
      await requireNoAnonymization(tx, actor.userId)
      const row = await lockOpenGift(tx, deps, { id: input.id, buyerId: actor.userId })
      const now = deps.clock.now()
      if (row.gift.email === email) return describeGift(row, input.locale, now)
      const changed = await readdressGift(tx, deps, row, email)
      await recordActivity(tx, deps, { userId: actor.userId, kind: 'gift_address_changed' })
      return describeGift(changed, input.locale, now)
    }),
  )
}

/**
 * Sends a gift to another address, for its giver or for support.
 *
 * @param tx transaction that has locked the gift
 * @param row a gift that is not activated yet
 * @param email lower case
 */
export async function readdressGift(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  { gift }: GiftRow,
  email: string,
): Promise<GiftRow> {
  const { couponId } = gift
  await tx.update(gifts).set({ email }).where(eq(gifts.couponId, couponId))
  if (gift.sentAt !== null) {
    await withdrawMails(tx, giftTopic(couponId))
    await mailGift(tx, deps, await findGift(tx, couponId), (gift.linkVersion ?? 0) + 1)
  }
  return findGift(tx, couponId)
}
