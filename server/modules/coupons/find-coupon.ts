import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { type CouponRow, findCouponByHash } from './store.ts'

/**
 * Finds a code that somebody typed. Only codes that don't exist stay counted: a reader who was refused for another
 * reason, or pressed twice, is not held back.
 *
 * @param input.code in its one form
 * @param input.ip address of the caller; headers that a caller can make up don't matter
 * @throws AppError `coupon_doesnt_exist`, `too_many_coupon_attempts`, `too_many_coupon_attempts_nearby`
 */
export async function findCoupon(
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  input: { code: string; userId: number; ip: string },
): Promise<CouponRow> {
  const counted = [
    [limits.codesByReader, input.userId],
    [limits.codesByAddress, input.ip],
  ] as const
  const coupon = await limiter.attempt(counted, () => findCouponByHash(db, hashToken(input.code)))
  if (!coupon) throw new AppError({ key: 'coupon_doesnt_exist', field: 'code' })
  return coupon
}
