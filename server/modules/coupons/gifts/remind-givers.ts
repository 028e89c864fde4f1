import { eq } from 'drizzle-orm'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { formatLastDay } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { gifts } from '../tables.ts'
import { expiryOfDay, lastDueDay } from './gift-terms.ts'
import { giftTopic } from './mail-gift.ts'
import { findForgottenGifts, type GiftRow, lockForgottenGift } from './store.ts'

type RemindDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log' | 'settings'>

/** Days before a gift's expiry at which its giver is reminded: time to send it again, and the last moment. */
const reminders = [30, 7] as const
/** No reminder so soon after the mail. */
const quiet = { hours: 3 * 24 }

/**
 * Reminds givers of mailed gifts that are not activated, 30 and 7 days before they expire, each once, from eight in the
 * morning on. Safe to run concurrently: the gift is locked while its giver is told.
 */
export async function remindGivers(deps: RemindDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const today = lastDueDay(now)
  let told = 0
  // The nearer one first, so that a giver does not get both at once.
  for (const days of reminders.toReversed()) {
    const due = {
      now,
      days,
      mailedBefore: now.subtract(quiet),
      expiresBefore: expiryOfDay(today.add({ days })),
    }
    told += await eachAlone(deps, signal, {
      name: `remind-givers-${days}`,
      find: page => findForgottenGifts(deps.db, due, page),
      act: ({ id }) =>
        deps.db.transaction(async tx => {
          const gift = await lockForgottenGift(tx, { ...due, now: deps.clock.now() }, id)
          if (gift) await remind(tx, deps, gift, days)
        }),
    })
  }
  return told
}

async function remind(tx: Tx, deps: RemindDeps, { gift, coupon, product, giver }: GiftRow, days: number) {
  await tx.update(gifts).set({ remindedFor: days }).where(eq(gifts.couponId, gift.couponId))
  await sendMail(
    tx,
    deps,
    {
      to: giver.email,
      locale: giver.locale,
      template: 'gift_unused',
      values: {
        product: localized(product, 'name', giver.locale),
        hasRecipient: gift.email === '' ? 'no' : 'yes',
        recipient: gift.email,
        until: formatLastDay(giver.locale, coupon.expiresAt),
      },
      link: `${deps.settings.origins.account}/predplatne#darceky`,
    },
    { topic: giftTopic(gift.couponId) },
  )
}
