import type { Followable, FollowedItem, FollowKind, FollowsShown } from '#contract/follows/follows.ts'
import { defaultPageSize, type Locale } from '#contract/wire.ts'
import type { Db } from '#server/platform/database/database.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { type FollowableRow, findFollowables } from './store.ts'

export type Listing = {
  kind: FollowKind
  locale: Locale
  q?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

type Page<Item> = { items: Item[]; next_cursor: string | null }

/** A page of what can be followed, sorted alphabetically; with a search, names that begin with it first. */
export async function listFollowables(db: Db, listing: Listing): Promise<Page<Followable>> {
  const { rows, next_cursor } = await findPage(db, listing, undefined)
  return { items: rows.map(row => toFollowable(row, listing.locale)), next_cursor }
}

/** The same for a reader, each with a mark whether the reader follows it. */
export async function listForReader(
  db: Db,
  listing: Listing,
  reader: { userId: number; show: FollowsShown },
): Promise<Page<FollowedItem>> {
  const { rows, next_cursor } = await findPage(db, listing, reader)
  const items = rows.map(row => ({ ...toFollowable(row, listing.locale), followed: row.followed }))
  return { items, next_cursor }
}

async function findPage(
  db: Db,
  { limit = defaultPageSize, cursor, ...listing }: Listing,
  reader: { userId: number; show: FollowsShown } | undefined,
): Promise<{ rows: FollowableRow[]; next_cursor: string | null }> {
  const after = cursor === undefined ? undefined : Number(cursor)
  // One row more than the limit tells whether there is another page.
  const found = await findFollowables(db, { ...listing, after, reader, limit: limit + 1 })
  const rows = found.slice(0, limit)
  return { rows, next_cursor: found.length > limit ? String(rows.at(-1)?.id) : null }
}

const toFollowable = (row: FollowableRow, locale: Locale): Followable => ({
  id: row.code,
  name: localized(row, 'name', locale),
  detail: localized(row, 'detail', locale),
})
