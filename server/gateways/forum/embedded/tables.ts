import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

// The embedded forum is a service of its own: its tables refer to no others, and no others to them.

/** Members; identified by the account area's pseudonymous id. */
export const forumMembers = pgTable('forum_members', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  reader: text().notNull().unique(),
  nickname: text(),
  blog: text(),
  visibility: text({ enum: ['private', 'public'] })
    .notNull()
    .default('private'),
  banned: boolean().notNull().default(false),
  revision: integer().notNull().default(0),
})

export const forumTopics = pgTable('forum_topics', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Import key: the topic's key in the publisher's files. */
  code: text().notNull().unique(),
  title: text().notNull(),
  state: text({ enum: ['open', 'blocked', 'deleted'] }).notNull(),
  /** Last activity: when it was opened or last written into. */
  activeAt: instant().notNull(),
})

const topic = () => integer().references(() => forumTopics.id)
const member = () => integer().references(() => forumMembers.id)

export const forumPosts = pgTable(
  'forum_posts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Import key: the post's key in the publisher's files. */
    sourceKey: text().unique(),
    topicId: topic().notNull(),
    memberId: member().notNull(),
    text: text().notNull(),
    writtenAt: instant().notNull(),
    /** Idempotency key with which it was sent. */
    key: text(),
  },
  table => [
    index('forum_posts_member').on(table.memberId, table.writtenAt, table.id),
    uniqueIndex('forum_posts_key').on(table.memberId, table.key),
    index('forum_posts_topic').on(table.topicId, table.writtenAt),
  ],
)

export const forumTopicFollows = pgTable(
  'forum_topic_follows',
  { memberId: member().notNull(), topicId: topic().notNull() },
  table => [primaryKey({ columns: [table.memberId, table.topicId] })],
)

export const forumMemberFollows = pgTable(
  'forum_member_follows',
  { followerId: member().notNull(), followedId: member().notNull(), followedAt: instant().notNull() },
  table => [
    primaryKey({ columns: [table.followerId, table.followedId] }),
    index('forum_member_follows_followed').on(table.followedId),
  ],
)
