import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { readerId } from '../identity/tables.ts'

/** Discussion profiles; without a row a reader is private and has no nickname. */
export const forumProfiles = pgTable(
  'forum_profiles',
  {
    userId: readerId().primaryKey(),
    nickname: text(),
    blog: text(),
    visibility: text({ enum: ['private', 'public'] })
      .notNull()
      .default('private'),
    bannedAt: instant(),
    banReasonSk: text(),
    banReasonEn: text(),
    /** Incremented by every change, so that the forum knows a request that arrives late. */
    revision: integer()
      .notNull()
      .default(1)
      .$onUpdate(() => sql`forum_profiles.revision + 1`),
  },
  table => [index('forum_profiles_nickname').on(table.nickname).where(sql`nickname is not null`)],
)

/**
 * Taken nicknames, by skeleton: those in use, requested ones, and former ones, which no other reader may use. The
 * primary key decides races: of concurrent requests one succeeds.
 */
export const forumNicknames = pgTable(
  'forum_nicknames',
  {
    /** Result of `nicknameSkeleton`: the same for all that look alike. */
    skeleton: text().primaryKey(),
    userId: readerId().notNull(),
    /** Is or was in use: never free for another reader again. */
    used: boolean().notNull(),
  },
  table => [index('forum_nicknames_user').on(table.userId)],
)

/** Change requests for nickname or blog, on which the publisher decides; at most one of a kind is pending. */
export const forumChanges = pgTable(
  'forum_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: readerId().notNull(),
    kind: text({ enum: ['nickname', 'blog'] }).notNull(),
    value: text().notNull(),
    state: text({ enum: ['requested', 'approved', 'declined'] }).notNull(),
    requestedAt: instant().notNull(),
    decidedAt: instant(),
    reasonSk: text(),
    reasonEn: text(),
  },
  table => [
    uniqueIndex('forum_changes_waiting').on(table.userId, table.kind).where(sql`state = 'requested'`),
    index('forum_changes_newest').on(table.userId, table.kind, table.id),
  ],
)
