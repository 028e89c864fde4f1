import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { type CouponRow, findCouponByHash } from './store.ts'

/**
 * Finds a typed code. Rate limit: only unknown codes are counted, so a reader who was refused for another reason, or
 * pressed twice, is not limited.
 *
 * @param input.code normalized
 * @param input.ip address of the caller; never from a forgeable header
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
