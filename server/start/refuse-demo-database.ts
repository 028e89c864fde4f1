import { demoLoad } from '../demo/tables.ts'
import { clockOffset } from '../platform/clock-table.ts'
import type { Database } from '../platform/database/database.ts'
import { StartupError } from '../platform/process/startup-error.ts'

/**
 * Refuses to run production on a demo's database: the password of its readers is public, and its clock may have been
 * moved.
 *
 * @throws StartupError when it is one
 */
export async function refuseDemoDatabase({ db }: Pick<Database, 'db'>): Promise<void> {
  const [load] = await db.select({ id: demoLoad.id }).from(demoLoad)
  const [offset] = await db.select({ id: clockOffset.id }).from(clockOffset)
  if (load === undefined && offset === undefined) return
  throw new StartupError(
    'DATABASE_URL leads to a database in which a demo has run, with readers whose password everybody knows: give MODE=production a database of its own.',
  )
}
