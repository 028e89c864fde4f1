import type { Db, Tx } from '#server/platform/database/database.ts'
import { findAwaitedTransfers } from './store.ts'

/** A transfer that somebody has promised and that did not come yet. */
export type AwaitedTransfer = Awaited<ReturnType<typeof findAwaitedTransfers>>[number]

/**
 * Transfers that are waited for, newest first; also those whose order was given up meanwhile, for nobody can stop a
 * transfer that is on its way.
 *
 * @param wanted.before only those older than the payment with this id
 */
export const listAwaitedTransfers = (
  db: Db | Tx,
  wanted: Parameters<typeof findAwaitedTransfers>[1],
): Promise<AwaitedTransfer[]> => findAwaitedTransfers(db, wanted)
