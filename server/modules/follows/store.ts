import { and, count, eq, exists, isNull, lte, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FollowKind, FollowsShown } from '#contract/follows/follows.ts'
import type { Locale } from '#contract/wire.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { normaliseName } from './normalise-name.ts'
import { followables, follows, unfollowRequests } from './tables.ts'

const mostWords = 6
const last = alias(followables, 'last')

type Search = {
  kind: FollowKind
  locale: Locale
  q?: string | undefined
  /** Pagination cursor: id of the last row of the page before. */
  after: number | undefined
  limit: number
  reader: { userId: number; show: FollowsShown } | undefined
}

export type FollowableRow = Awaited<ReturnType<typeof findFollowables>>[number]

/** Rows after the cursor `after`, sorted alphabetically; names that begin with the search text come first. */
export function findFollowables(db: Db, { kind, locale, q = '', after, limit, reader }: Search) {
  const wanted = normaliseName(q)
  /** Sort key. Without a search an index gives this order. */
  const keysOf = (table: typeof followables | typeof last): SQL[] => [
    ...(wanted === '' ? [] : [sql`case when ${table.searchText} like ${`%| ${wanted}%`} then 0 else 1 end`]),
    sql`${localized(table, 'sort', locale)}`,
    sql`${table.id}`,
  ]
  const keys = keysOf(followables)
  const followed = reader
    ? sql<boolean>`exists (${db
        .select({ one: sql`1` })
        .from(follows)
        .where(and(eq(follows.userId, reader.userId), eq(follows.followableId, followables.id)))})`
    : sql<boolean>`false`
  return db
    .select({
      id: followables.id,
      code: followables.code,
      nameSk: followables.nameSk,
      nameEn: followables.nameEn,
      detailSk: followables.detailSk,
      detailEn: followables.detailEn,
      followed,
    })
    .from(followables)
    .where(
      and(
        eq(followables.kind, kind),
        wanted === ''
          ? undefined
          : sql`${followables.searchWords} @@ to_tsquery('simple', ${prefixQuery(wanted)})`,
        reader?.show === 'followed' ? followed : undefined,
        reader?.show === 'others' ? not(followed) : undefined,
        // As a bigint, since a cursor of ten digits may exceed an integer.
        after === undefined
          ? undefined
          : sql`(${list(keys)}) > (select ${list(keysOf(last))} from ${followables} as ${last} where ${last.id} = ${after}::bigint)`,
      ),
    )
    .orderBy(...keys)
    .limit(limit)
}

const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `)

/** Prefix search: every word begins some word of the text; normalised words need no escaping. */
const prefixQuery = (wanted: string): string =>
  wanted
    .split(' ')
    .slice(0, mostWords)
    .map(word => `${word}:*`)
    .join(' & ')

/** Number of items of a kind that a reader follows. */
export async function countFollows(db: Db, userId: number, kind: FollowKind): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(follows)
    .innerJoin(followables, eq(followables.id, follows.followableId))
    .where(and(eq(follows.userId, userId), eq(followables.kind, kind)))
  return row?.total ?? 0
}

/** The pending request to unfollow all; none once nothing is left of what it was for, whoever unfollowed that. */
export async function findOpenUnfollow(db: Db | Tx, userId: number, kind: FollowKind) {
  const left = db
    .select({ one: sql`1` })
    .from(follows)
    .innerJoin(followables, eq(followables.id, follows.followableId))
    .where(
      and(
        eq(follows.userId, userId),
        eq(followables.kind, kind),
        lte(follows.followedAt, unfollowRequests.requestedAt),
      ),
    )
  const [request] = await db
    .select()
    .from(unfollowRequests)
    .where(
      and(
        eq(unfollowRequests.userId, userId),
        eq(unfollowRequests.kind, kind),
        isNull(unfollowRequests.doneAt),
        exists(left),
      ),
    )
  return request
}

export async function findFollowable(
  db: Db | Tx,
  kind: FollowKind,
  code: string,
): Promise<number | undefined> {
  const [row] = await db
    .select({ id: followables.id })
    .from(followables)
    .where(and(eq(followables.kind, kind), eq(followables.code, code)))
  return row?.id
}
