import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { giftState } from './describe-gift.ts'
import { type GiftRow, lockGift } from './store.ts'

/**
 * A giver's gift that still waits to be activated, held until the transaction ends, so that nobody activates it
 * meanwhile.
 *
 * @throws AppError `not_found`, `gift_already_activated`, `gift_expired`
 */
export async function lockOpenGift(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  actor: Actor,
  id: number,
): Promise<GiftRow> {
  const row = await lockGift(tx, actor.userId, id)
  if (!row) throw new AppError('not_found')
  const state = giftState(row, clock.now())
  if (state === 'activated') throw new AppError('gift_already_activated')
  if (state === 'expired') throw new AppError('gift_expired')
  return row
}
