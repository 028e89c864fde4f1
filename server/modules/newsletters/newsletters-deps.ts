import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'

/**
 * Beyond the platform: who may get locked newsletters, which another module knows. It is asked over the given
 * transaction, where there is one: a second connection would be waited for while the first is held.
 */
export type NewslettersDeps = Deps & { isSubscriber: (db: Db | Tx, userId: number) => Promise<boolean> }
