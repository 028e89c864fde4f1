import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Locale } from '#contract/wire.ts'
import { numberOf } from '#server/modules/invoices/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { personalColumns } from '../personal-columns.ts'
import type { ErasedReader } from '../personal-entry.ts'
import { type ArchivedList, told } from './archived-lists.ts'

export type ArchivedReader = ErasedReader & { locale: Locale }
/** One row as it is told, by the names of the JSON. */
export type ArchivedRow = Record<string, unknown>

/** Rows in memory at once. */
const pageSize = 500

const Page = z.array(
  z.object({ key: z.union([z.string(), z.int()]), row: z.record(z.string(), z.unknown()) }),
)
const DocumentRow = z.object({
  kind: z.enum(['receipt', 'invoice', 'credit_note']),
  year: z.int(),
  serial: z.int(),
})

/** The reader's rows of a list, in pages; no connection is held between them. */
export async function* readList(
  db: Db,
  list: ArchivedList,
  reader: ArchivedReader,
): AsyncGenerator<ArchivedRow[]> {
  const key = sql.identifier(list.key)
  const columns = sql.join(
    list.columns.map(column => tell(column, reader.locale)),
    sql`, `,
  )
  let after: string | number | undefined
  while (true) {
    const { rows } = await db.execute(sql`
      select ${key} as key, (select to_json(told) from (select ${columns}) told) as row
      from ${sql.identifier(list.table)}
      where ${whose(list, reader)} and ${after === undefined ? sql`true` : sql`${key} > ${after}`}
      order by ${key} limit ${pageSize}`)
    const page = Page.parse(rows)
    if (page.length > 0) yield page.map(({ row }) => finish(list, row))
    after = page.at(-1)?.key
    if (page.length < pageSize) return
  }
}

/** Columns of a list as they are told, in their order. */
export const namesOf = ({ name, columns }: ArchivedList): string[] => [
  ...(name === 'documents' ? ['number'] : []),
  ...columns.map(column => told[column]?.name ?? column),
]

function tell(column: string, locale: Locale): SQL {
  const { name, as } = told[column] ?? { name: column, as: column }
  return sql`${sql.raw(as.replaceAll('{locale}', locale))} as ${sql.identifier(name)}`
}

function whose(list: ArchivedList, reader: ErasedReader): SQL {
  const entry = personalColumns[list.table]
  const rows = list.rows ?? (entry && entry.rows !== 'nobodys' ? entry.whose : undefined)
  if (!rows) throw new Error(`Whose the rows of ${list.table} are is not known`)
  return sql`(${rows(reader)})`
}

/** Times in UTC, whatever zone the database has; of a document its number. */
function finish({ name }: ArchivedList, row: ArchivedRow): ArchivedRow {
  const told = Object.fromEntries(Object.entries(row).map(([column, value]) => [column, inUtc(value)]))
  return name === 'documents' ? { number: numberOf(DocumentRow.parse(row)), ...told } : told
}

const inUtc = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/.test(value)
    ? Temporal.Instant.from(value).toString()
    : value
