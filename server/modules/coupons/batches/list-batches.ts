import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { selectBatches } from '../store.ts'

/** A batch with how many of its codes were used. */
export type CouponBatch = Awaited<ReturnType<typeof selectBatches>>[number]

/**
 * Batches, newest first.
 *
 * @param wanted.before pagination cursor: only those older than the one with this id
 */
export const listBatches = (
  db: Db | Tx,
  wanted: { before?: number | undefined; limit: number },
): Promise<CouponBatch[]> => selectBatches(db, wanted)

/** @throws AppError `not_found` */
export async function findBatch(db: Db | Tx, id: number): Promise<CouponBatch> {
  const [batch] = await selectBatches(db, { id, limit: 1 })
  if (!batch) throw new AppError({ key: 'not_found', field: 'id' })
  return batch
}
