import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'

/** NOTIFY channel on which PostgreSQL tells all processes that a flag was changed. */
export const changesChannel = 'profil_features'

/** NOTIFY: every server process tells its listening browsers, as soon as the transaction is committed. */
export async function notifyChange(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${changesChannel}, '')`)
}
