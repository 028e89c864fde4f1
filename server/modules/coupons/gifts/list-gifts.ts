import type { Gift } from '#contract/gifts/gifts.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { describeGift } from './describe-gift.ts'
import { findGiftsOf } from './store.ts'

/** What a reader has given, newest first. */
export async function listGifts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  locale: Locale,
): Promise<Gift[]> {
  const rows = await findGiftsOf(db, actor.userId)
  return rows.map(row => describeGift(row, locale, clock.now()))
}
