import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { readerId } from '../identity/tables.ts'

/** Texts with their language's collation: in Slovak `ch` follows `h`. */
const slovakText = customType<{ data: string }>({ dataType: () => 'text COLLATE "sk-x-icu"' })
const englishText = customType<{ data: string }>({ dataType: () => 'text COLLATE "en-x-icu"' })
const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' })

const kind = () => text({ enum: ['topic', 'author', 'blogger'] }).notNull()

const sortKey = (name: 'name_sk' | 'name_en') =>
  sql.raw(
    `case when kind = 'topic' then ${name} else regexp_replace(${name}, '^(.*) ([^ ]+)$', '\\2 \\1') end`,
  )

/** Topics, authors and bloggers, as the publisher names them. */
export const followables = pgTable(
  'followables',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: kind(),
    code: text().notNull(),
    nameSk: text().notNull(),
    nameEn: text().notNull(),
    /** An author's desk, the name of a blog. */
    detailSk: text(),
    detailEn: text(),
    /** Sort key: people by their surname, topics by their name. */
    sortSk: slovakText().generatedAlwaysAs(sortKey('name_sk')),
    sortEn: englishText().generatedAlwaysAs(sortKey('name_en')),
    /** All of the texts above by `searchTextOf`: lower case without diacritics. */
    searchText: text().notNull(),
    searchWords: searchVector().generatedAlwaysAs(sql`to_tsvector('simple', search_text)`),
  },
  table => [
    uniqueIndex('followables_code').on(table.kind, table.code),
    index('followables_sort_sk').on(table.kind, table.sortSk, table.id),
    index('followables_sort_en').on(table.kind, table.sortEn, table.id),
    // GIN without `fastupdate`: after a bulk load its pending list is slower than a sequential scan.
    index('followables_search').using('gin', table.searchWords).with({ fastupdate: false }),
  ],
)

export const follows = pgTable(
  'follows',
  {
    userId: readerId().notNull(),
    followableId: integer()
      .notNull()
      .references(() => followables.id),
    followedAt: instant().notNull(),
  },
  table => [
    primaryKey({ columns: [table.userId, table.followableId] }),
    index('follows_followable').on(table.followableId),
  ],
)

/** Requests to unfollow all of a kind, done by a worker; one at a time for each reader and kind. */
export const unfollowRequests = pgTable(
  'unfollow_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: readerId().notNull(),
    kind: kind(),
    requestedAt: instant().notNull(),
    doneBefore: instant().notNull(),
    doneAt: instant(),
  },
  table => [uniqueIndex('unfollow_requests_open').on(table.userId, table.kind).where(sql`done_at is null`)],
)
