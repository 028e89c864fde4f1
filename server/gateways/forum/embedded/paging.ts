import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { PageWanted } from '../port.ts'

/** By what a list is put in order: newest first, and the later of two at the same time. */
export type Order = { time: AnyColumn; id: AnyColumn }

/** Rows after the cursor. It names a moment and a row, so that what is added meanwhile moves nothing. */
export function afterCursor({ time, id }: Order, cursor: string | undefined): SQL | undefined {
  const [, at, row] = /^(\d{1,14})\.(\d{1,9})$/.exec(cursor ?? '') ?? []
  if (at === undefined) return undefined
  const moment = Temporal.Instant.fromEpochMilliseconds(Number(at)).toString()
  return sql`(${time}, ${id}) < (${moment}::timestamptz, ${Number(row)}::int)`
}

/**
 * The page that was asked for.
 *
 * @param found one row more than asked for, where there are so many
 * @param place of a row in the order
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
