import type { Client } from 'pg'
import * as z from 'zod'
import { impersonalTables } from '#server/modules/privacy/impersonal-tables.ts'
import { personalColumns } from '#server/modules/privacy/personal-columns.ts'

/** How a column of a copied row differs from its template's: not at all, by a shifted number, or by an ending. */
export type Change = { by: 'shift'; table: string } | { by: 'ending' } | undefined
export type Column = { name: string; change: Change }
/** A table of readers' rows. `stride` is by how much the ids of one copy are above those of the one before. */
export type Table = { name: string; stride: number; rows: number; columns: Column[] }

/** Plain numbers of rows elsewhere, without a foreign key; the table whose ids they are. */
const shifted: Readonly<Record<string, string>> = {
  'outbox_messages.user_id': 'users',
  'forum_members.reader': 'users',
}
/** Texts that are unique together with another column, or named as such ones are. */
const ended = new Set([
  'bank_entries.entry_key',
  'extern_accounts.subject',
  'forum_members.nickname',
  'forum_profiles.nickname',
])

const Described = z.array(
  z.object({
    table: z.string(),
    name: z.string(),
    type: z.string(),
    is_alone_unique: z.boolean(),
    refers_to: z.string().nullable(),
  }),
)

/** Every table of the register of personal data that has rows, with what changes in a copy, as the catalogue tells. */
export async function describeTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query(`
    select class.relname as table, attname as name, atttypid::regtype::text as type,
      exists (select from pg_index where indrelid = class.oid and indisunique and indnkeyatts = 1 and indkey[0] = attnum)
        as is_alone_unique,
      (select confrelid::regclass::text from pg_constraint where contype = 'f' and conrelid = class.oid and conkey = array[attnum])
        as refers_to
    from pg_class class join pg_attribute on attrelid = class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    order by class.relname, attnum`)
  const described = Described.parse(rows).filter(
    ({ table }) => Object.hasOwn(personalColumns, table) && !Object.hasOwn(impersonalTables, table),
  )
  const copied = new Set(described.map(({ table }) => table))
  const changeOf = (each: (typeof described)[number]): Change => {
    const { table, name, type, is_alone_unique, refers_to } = each
    const place = `${table}.${name}`
    if (shifted[place] !== undefined) return { by: 'shift', table: shifted[place] }
    if (refers_to !== null && !copied.has(refers_to)) return undefined
    if (type === 'text')
      return is_alone_unique || refers_to !== null || ended.has(place) ? { by: 'ending' } : undefined
    if (refers_to !== null) return { by: 'shift', table: refers_to }
    return is_alone_unique && name === 'id' && type === 'integer' ? { by: 'shift', table } : undefined
  }
  const tables: Table[] = []
  for (const name of copied) {
    const columns = described.filter(({ table }) => table === name)
    const numbered = columns.some(column => column.name === 'id' && column.type === 'integer')
    const counted = await client.query(
      `select count(*)::int as rows, ${numbered ? 'coalesce(max(id), 0)' : '0'} as stride from ${name}`,
    )
    const { rows, stride } = z.object({ rows: z.int(), stride: z.int() }).parse(counted.rows[0])
    if (rows > 0)
      tables.push({
        name,
        rows,
        stride,
        columns: columns.map(each => ({ name: each.name, change: changeOf(each) })),
      })
  }
  return tables
}
