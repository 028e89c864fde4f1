import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { guessLimits } from './limits.ts'
import { type CouponRow, findCouponByHash } from './store.ts'

/**
 * Finds a code that somebody typed. Only codes that don't exist count as guesses: a reader who was refused for another
 * reason, or pressed twice, is not held back. Of many guesses at once no more than the limit learn anything.
 *
 * @param input.code in its one form
 * @param input.ip address of the caller; headers that a caller can make up don't matter
 * @throws AppError `coupon_doesnt_exist`, `too_many_coupon_attempts` after 10 guesses an hour of a reader or an address
 */
export async function findCoupon(
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  input: { code: string; userId: number; ip: string },
): Promise<CouponRow> {
  await limiter.check(guessLimits.byReader, input.userId)
  await limiter.check(guessLimits.byAddress, input.ip)
  const coupon = await findCouponByHash(db, hashToken(input.code))
  if (coupon) return coupon
  await limiter.take(guessLimits.byReader, input.userId)
  await limiter.take(guessLimits.byAddress, input.ip)
  throw new AppError({ key: 'coupon_doesnt_exist', field: 'code' })
}
