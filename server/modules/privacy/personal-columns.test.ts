import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { personalColumns } from './personal-columns.ts'

const database = openForFile(createTestDatabase)

async function schemaColumns(): Promise<Map<string, string[]>> {
  const { rows } = await database.db.execute<{ table: string; columns: string[] }>(sql`
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' group by table_name`)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

const wordsOf = (text: string | undefined) => text?.split(/\s+/).filter(word => word !== '') ?? []

describe('the registry of personal columns and the schema', () => {
  test('R18.03 every table has its entry: say in personal-columns.ts what becomes of a new one', async () => {
    expect(Object.keys(personalColumns).sort()).toEqual([...(await schemaColumns()).keys()].sort())
  })

  test('every column has its entry, once: say in personal-columns.ts what becomes of a new one', async () => {
    for (const [table, columns] of await schemaColumns()) {
      const entry = personalColumns[table]
      if (!entry || entry.rows === 'deleted') continue
      const named =
        entry.rows === 'nobodys'
          ? wordsOf(entry.columns)
          : [
              ...Object.keys(entry.erased),
              ...wordsOf(entry.later),
              ...wordsOf(entry.impersonal),
              ...wordsOf(entry.kept),
            ]
      expect(named.sort(), table).toEqual([...columns].sort())
    }
  })

  test('every column that may contain an e-mail is erased, deleted or not personal', async () => {
    const telling = /email|phone|surname|recipient_name|message$|token|user_agent/
    for (const [table, columns] of await schemaColumns()) {
      const entry = personalColumns[table]
      if (entry?.rows !== 'changed') continue
      for (const column of columns.filter(each => telling.test(each))) {
        expect([...Object.keys(entry.erased), ...wordsOf(entry.later)], `${table}.${column}`).toContain(
          column,
        )
      }
    }
  })
})
