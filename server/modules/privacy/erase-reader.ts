import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { personalColumns } from './personal-columns.ts'
import type { ErasedReader } from './personal-entry.ts'

/**
 * Erases (anonymizes) a reader by the registry, in its order. It alone may write the tables of all modules: what is
 * personal is decided in one place, which a test checks against the schema.
 *
 * @param tx a transaction that has locked the reader's row
 */
export async function eraseReader(tx: Tx, reader: ErasedReader, now: Temporal.Instant): Promise<void> {
  for (const [table, entry] of Object.entries(personalColumns)) {
    if (entry.rows === 'nobodys') continue
    const name = sql.identifier(table)
    const gone = entry.rows === 'deleted' ? entry.whose : entry.gone
    if (gone) await tx.execute(sql`delete from ${name} where ${gone(reader)}`)
    if (entry.rows === 'deleted') continue
    const parts = entry.told ? [entry, entry.told] : [entry]
    for (const part of parts) {
      const changes = Object.entries(part.erased)
      if (changes.length === 0) continue
      const set = changes.map(([column, value]): SQL => sql`${sql.identifier(column)} = ${sql.raw(value)}`)
      await tx.execute(sql`update ${name} set ${sql.join(set, sql`, `)} where ${part.whose(reader)}`)
    }
  }
  await tx.execute(sql`update users set main_account_id = null where main_account_id = ${reader.id}`)
  await tx.execute(
    sql`update users set anonymized_at = ${now.toString()}::timestamptz where id = ${reader.id}`,
  )
}
