import type { Db, Tx } from '../database/database.ts'
import { installation } from './installation-table.ts'

/** @returns the id of this installation, a UUID; the same in each restored copy */
export async function readInstallationId(db: Db | Tx): Promise<string> {
  const [row] = await db.select({ id: installation.id }).from(installation)
  if (!row) throw new Error('The installation has no name')
  return row.id
}
