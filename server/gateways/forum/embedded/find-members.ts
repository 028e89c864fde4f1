import { and, count, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Member } from '#contract/forum/forum.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { PageWanted } from '../port.ts'
import type { EmbeddedForum } from './embedded-forum.ts'
import { afterCursor, pageOf } from './paging.ts'
import { forumMemberFollows as follows, forumMembers, forumPosts } from './tables.ts'

const other = alias(forumMembers, 'other')
const back = alias(follows, 'back')

/** Members whom a reader follows, latest first. */
export const findFollowing = ({ db }: Pick<EmbeddedForum, 'db'>, reader: string, page: PageWanted) =>
  findOthers(db, reader, page, { self: follows.followerId, other: follows.followedId })

/** Followers of a reader, latest first. */
export const findFollowers = ({ db }: Pick<EmbeddedForum, 'db'>, reader: string, page: PageWanted) =>
  findOthers(db, reader, page, { self: follows.followedId, other: follows.followerId })

type Sides = {
  self: typeof follows.followerId | typeof follows.followedId
  other: typeof follows.followerId | typeof follows.followedId
}

async function findOthers(db: Db, reader: string, page: PageWanted, sides: Sides) {
  const order = { time: follows.followedAt, id: other.id }
  const own = eq(forumMembers.reader, reader)
  const written = db.$count(forumPosts, eq(forumPosts.memberId, other.id))
  const isFollowed = db
    .select({ one: sql`1` })
    .from(back)
    .where(and(eq(back.followerId, forumMembers.id), eq(back.followedId, other.id)))
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        other,
        followedAt: follows.followedAt,
        written: sql<number>`${written}`.mapWith(Number),
        followed: sql<boolean>`exists (${isFollowed})`,
      })
      .from(follows)
      .innerJoin(forumMembers, eq(forumMembers.id, sides.self))
      .innerJoin(other, eq(other.id, sides.other))
      .where(and(own, afterCursor(order, page.cursor)))
      .orderBy(desc(order.time), desc(order.id))
      .limit(page.limit + 1),
    db
      .select({ total: count() })
      .from(follows)
      .innerJoin(forumMembers, eq(forumMembers.id, sides.self))
      .where(own),
  ])
  const place = (row: (typeof rows)[number]) => ({ at: row.followedAt, id: row.other.id })
  const toItem = ({ other: { id, nickname, visibility }, ...row }: (typeof rows)[number]): Member => ({
    id: String(id),
    nickname,
    post_count: visibility === 'public' ? row.written : null,
    followed: row.followed,
  })
  return { ...pageOf(rows, page, place, toItem), total: counted?.total ?? 0 }
}
