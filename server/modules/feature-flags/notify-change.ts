import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { changesChannel } from './changes-channel.ts'

/** Has every server process tell the browsers that listen to it, as soon as the transaction is through. */
export async function notifyChange(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${changesChannel}, '')`)
}
