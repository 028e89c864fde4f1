import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'

/**
 * Beyond the platform: who may get locked newsletters, which another module knows. It is queried in the given
 * transaction, if any: waiting for a second connection while holding the first could deadlock the pool.
 */
export type NewslettersDeps = Deps & { isSubscriber: (db: Db | Tx, userId: number) => Promise<boolean> }
