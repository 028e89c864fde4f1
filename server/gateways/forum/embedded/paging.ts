import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { PageWanted } from '../port.ts'

/** Sort key of a list: newest first, then the higher id. */
export type Order = { time: AnyColumn; id: AnyColumn }

/** Keyset pagination: rows after the cursor, a time and an id, so that rows added meanwhile shift nothing. */
export function afterCursor({ time, id }: Order, cursor: string | undefined): SQL | undefined {
  const [, at, row] = /^(\d{1,14})\.(\d{1,9})$/.exec(cursor ?? '') ?? []
  if (at === undefined) return undefined
  const moment = Temporal.Instant.fromEpochMilliseconds(Number(at)).toString()
  return sql`(${time}, ${id}) < (${moment}::timestamptz, ${Number(row)}::int)`
}

/**
 * The page that was asked for.
 *
 * @param found up to one row more than the limit
 * @param place sort key of a row
 */
export function pageOf<Row, Item>(
  found: readonly Row[],
  { limit }: PageWanted,
  place: (row: Row) => { at: Temporal.Instant; id: number },
  toItem: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const hasMore = last !== undefined && found.length > limit
  const { at, id } = hasMore ? place(last) : { at: undefined, id: undefined }
  return { items: rows.map(toItem), next_cursor: at ? `${at.epochMilliseconds}.${id}` : null }
}
