import { eq } from 'drizzle-orm'
import { refusal } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { coupons } from '../tables.ts'
import { readdressGift } from './change-gift.ts'
import { lockOpenGift } from './lock-open-gift.ts'
import { mailGift } from './mail-gift.ts'
import { findGift, type GiftRow, lockGiver, lockPaymentOf } from './store.ts'

type GiftDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>
type Changed = { before: GiftRow; after: GiftRow }

/**
 * Mails a gift's link again for support, or before its day.
 *
 * @throws AppError `not_found`, `gift_already_activated`, `gift_expired`; `operation_refused` when the address was erased
 *   together with who gave it or with whose it was
 */
export async function resendGift(tx: Tx, deps: GiftDeps, id: number): Promise<Changed> {
  await lockGiver(tx, id)
  const before = await lockOpenGift(tx, deps, { id })
  if (before.gift.email === '') {
    throw refusal('The address of this gift was erased: give the gift to another address instead.', 'id')
  }
  await mailGift(tx, deps, before)
  return { before, after: await findGift(tx, id) }
}

/**
 * Gives a gift to another address for support; a link that was mailed to the former one is void.
 *
 * @param input.email lower case
 * @throws AppError `not_found`, `gift_already_activated`, `gift_expired`; `operation_refused` for the address it has
 */
export async function redirectGift(
  tx: Tx,
  deps: GiftDeps,
  { id, email }: { id: number; email: string },
): Promise<Changed> {
  await lockGiver(tx, id)
  const before = await lockOpenGift(tx, deps, { id })
  if (before.gift.email === email) throw refusal('The gift goes to this address already.', 'email')
  return { before, after: await readdressGift(tx, deps, before, email) }
}

/**
 * Cancels a gift that was not mailed yet. Does not refund it: the caller does.
 *
 * @throws AppError `not_found`, `gift_already_activated`, `gift_expired`; `operation_refused` when it was mailed
 */
export async function cancelGift(tx: Tx, deps: GiftDeps, id: number): Promise<Changed> {
  await lockPaymentOf(tx, id)
  const before = await lockOpenGift(tx, deps, { id })
  if (before.gift.sentAt !== null) {
    throw refusal('The gift was mailed: give its money back instead, which makes it worthless.', 'id')
  }
  await tx.update(coupons).set({ expiresAt: deps.clock.now() }).where(eq(coupons.id, id))
  return { before, after: await findGift(tx, id) }
}
