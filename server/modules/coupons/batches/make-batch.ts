import { groupCouponCode, normaliseCouponCode } from '#contract/coupons/coupon-code.ts'
import { refusal } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { generateCouponCode } from '../generate-code.ts'
import { type CouponBatch, findBatch } from '../store.ts'
import { couponBatches, coupons } from '../tables.ts'

/** Largest print run. */
export const largestBatch = 10_000

/** Rows of one insert: PostgreSQL takes 65,535 parameters. */
const rowsAtOnce = 2000

type NewBatch = Pick<
  typeof couponBatches.$inferInsert,
  'name' | 'kind' | 'productCode' | 'size' | 'expiresAt'
>

/**
 * Makes activation codes. They are shown this once: only their hashes are stored, so a lost list is voided and made
 * anew.
 *
 * @param tx transaction of the whole batch
 * @param batch.size how many, 1 to `largestBatch`
 * @param batch.expiresAt the first instant at which they no longer work
 * @returns the batch, and its codes in display form
 * @throws AppError `operation_refused` for a name that is taken, a validity that is over, or a product that does not exist
 */
export async function makeBatch(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  batch: NewBatch,
): Promise<{ batch: CouponBatch; codes: string[] }> {
  const now = clock.now()
  if (Temporal.Instant.compare(batch.expiresAt, now) <= 0) {
    throw refusal('This day is over: choose a later one.', 'valid_until')
  }
  const [made] = await tx
    .insert(couponBatches)
    .values({ ...batch, createdAt: now })
    .onConflictDoNothing({ target: couponBatches.name })
    .returning({ id: couponBatches.id })
  if (!made) throw refusal('There is a batch of this name already: choose another name.', 'name')
  const codes = distinctCodes(batch.size)
  for (let from = 0; from < codes.length; from += rowsAtOnce) {
    await tx.insert(coupons).values(
      codes.slice(from, from + rowsAtOnce).map(code => ({
        codeHash: hashToken(normaliseCouponCode(code)),
        kind: batch.kind,
        productCode: batch.productCode,
        expiresAt: batch.expiresAt,
        batchId: made.id,
      })),
    )
  }
  return { batch: await findBatch(tx, made.id), codes: codes.map(groupCouponCode) }
}

/** A collision is all but impossible, and would roll back the whole batch. */
function distinctCodes(size: number): string[] {
  const codes = new Set<string>()
  while (codes.size < size) codes.add(generateCouponCode())
  return [...codes]
}
