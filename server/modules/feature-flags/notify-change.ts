import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { changesChannel } from './changes-channel.ts'

/** NOTIFY: every server process tells its listening browsers, as soon as the transaction is committed. */
export async function notifyChange(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${changesChannel}, '')`)
}
