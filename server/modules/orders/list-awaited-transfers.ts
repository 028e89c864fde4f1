import type { Db, Tx } from '#server/platform/database/database.ts'
import { findAwaitedTransfers } from './store.ts'

/** A transfer that a reader has ordered by and that did not come yet. */
export type AwaitedTransfer = Awaited<ReturnType<typeof findAwaitedTransfers>>[number]

/**
 * Awaited transfers, newest first; also those whose order has expired, since a transfer under way can't be stopped.
 *
 * @param wanted.before pagination cursor: only those older than the payment with this id
 */
export const listAwaitedTransfers = (
  db: Db | Tx,
  wanted: Parameters<typeof findAwaitedTransfers>[1],
): Promise<AwaitedTransfer[]> => findAwaitedTransfers(db, wanted)
