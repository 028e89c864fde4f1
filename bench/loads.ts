import { loadTwice } from '#server/testing/fill/loads.ts'
import { createDatabase } from './charges.ts'
import type { Figure } from './table.ts'

/**
 * How fast a publisher's folder is loaded, first into an empty database, then again unchanged.
 *
 * @param databaseUrl connection string of any database of the server in which one is made for it
 */
export async function measureLoads(databaseUrl: string): Promise<Figure[]> {
  const database = await createDatabase(databaseUrl, 'loads')
  try {
    const { first, again } = await loadTwice(database.url, console.log)
    const rate = { unit: 'rows/s', budget: 10_000, atLeast: true }
    return [
      { ...rate, what: `${first.rows} rows of a publisher loaded`, value: first.rate },
      { ...rate, what: '… again, unchanged', value: again.rate },
    ]
  } finally {
    await database.drop()
  }
}
