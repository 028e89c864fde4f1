import { prepareReaderSubscriptions } from '#server/modules/subscriptions/reader-store.ts'
import { openDatabase } from '#server/platform/database/database.ts'

/** The SQL by which the server reads subscriptions; its one parameter is a list of readers' ids. */
export async function readerSubscriptionsSql(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl, { maxConnections: 1 })
  try {
    return prepareReaderSubscriptions(database.db).getQuery().sql
  } finally {
    await database.close()
  }
}
