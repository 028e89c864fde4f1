import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { giftState } from './describe-gift.ts'
import { type GiftRow, lockGift } from './store.ts'

/**
 * A gift that is not activated yet, locked until the end of the transaction, so that it is not activated meanwhile.
 *
 * @param which.buyerId its required giver; left out for support
 * @throws AppError `not_found`, `gift_already_activated`, `gift_expired`
 */
export async function lockOpenGift(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  which: { id: number; buyerId?: number },
): Promise<GiftRow> {
  const row = await lockGift(tx, which)
  if (!row) throw new AppError('not_found')
  const state = giftState(row, clock.now())
  if (state === 'activated') throw new AppError('gift_already_activated')
  if (state === 'expired' || state === 'cancelled') throw new AppError('gift_expired')
  return row
}
