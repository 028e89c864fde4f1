import { count } from 'drizzle-orm'
import { users } from '#server/modules/identity/tables.ts'
import { type LoadDeps, loadFolder } from '#server/ops/load/load-folder.ts'
import { demoLoad } from './tables.ts'

/**
 * Loads the demo publisher into a database that has no readers yet, and resumes an interrupted load: each file is loaded
 * atomically and idempotently.
 *
 * @param folder path of the publisher's files
 * @throws LoadError with sentences for the author of the files
 */
export async function fillEmptyDatabase(deps: LoadDeps, folder: string): Promise<void> {
  const { db, clock } = deps
  const [load] = await db.select().from(demoLoad)
  if (load === undefined) {
    const [readers] = await db.select({ total: count() }).from(users)
    if (readers?.total !== 0) return
    await db.insert(demoLoad).values({ startedAt: clock.now() }).onConflictDoNothing()
  } else if (load.finishedAt !== null) {
    return
  }
  await loadFolder(deps, folder)
  await db.update(demoLoad).set({ finishedAt: clock.now() })
}
