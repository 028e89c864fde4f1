import { and, eq, lt } from 'drizzle-orm'
import * as z from 'zod'
import { PostText, TopicState } from '#contract/forum/forum.ts'
import { memberOf } from '#server/gateways/forum/embedded/member-of.ts'
import {
  forumMemberFollows,
  forumPosts,
  forumTopicFollows,
  forumTopics,
} from '#server/gateways/forum/embedded/tables.ts'
import { forumNameOf } from '#server/modules/forum/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { Key, ReaderEmail, Text } from '../fields.ts'
import { defineKind, type LoadContext } from '../kind.ts'
import { RowFault } from '../load-error.ts'
import { findReaderId, missing } from '../references.ts'
import { FileTime } from '../times.ts'
import { addRow, upsertRow } from '../upsert-row.ts'

const Code = z.string().regex(/^[a-z\d-]{1,100}$/)

/** Topics of the embedded forum. */
export const forumTopicsKind = defineKind({
  name: 'forum-topics',
  schema: z.strictObject({ code: Code, title: Text, state: TopicState, opened: FileTime }),
  keyOf: topic => topic.code,
  write: (context, { code, title, state, opened }) =>
    upsertRow(context, forumTopics, ['code'], ['activeAt'], {
      code,
      title,
      state,
      activeAt: opened.at(context.now),
    }),
})

/** What readers wrote in the embedded forum. An existing post is not touched. */
export const forumPostsKind = defineKind({
  name: 'forum-posts',
  schema: z.strictObject({ key: Key, reader: ReaderEmail, topic: Code, at: FileTime, text: PostText }),
  keyOf: post => post.key,
  write: async (context, { key, reader, topic, at, text }) => {
    const { tx, now } = context
    const topicId = await findTopicId(tx, topic)
    const writtenAt = at.at(now)
    const memberId = await findMemberId(context, reader)
    const outcome = await addRow(context, forumPosts, ['sourceKey'], {
      sourceKey: key,
      topicId,
      memberId,
      text,
      writtenAt,
    })
    if (outcome === 'unchanged') return outcome
    await tx
      .update(forumTopics)
      .set({ activeAt: writtenAt })
      .where(and(eq(forumTopics.id, topicId), lt(forumTopics.activeAt, writtenAt)))
    return outcome
  },
})

/** Who follows which discussion or which reader. What a reader unfollowed comes back while the file still has it. */
export const forumFollowsKind = defineKind({
  name: 'forum-follows',
  schema: z.union([
    z.strictObject({ reader: ReaderEmail, topic: Code }),
    z.strictObject({ reader: ReaderEmail, follows: ReaderEmail, at: FileTime }),
  ]),
  keyOf: row => `${'topic' in row ? row.topic : row.follows} of ${row.reader}`,
  write: async (context, row) => {
    const { tx, now } = context
    const memberId = await findMemberId(context, row.reader)
    if ('topic' in row) {
      const topicId = await findTopicId(tx, row.topic)
      return addRow(context, forumTopicFollows, ['memberId', 'topicId'], { memberId, topicId })
    }
    const followedId = await findMemberId(context, row.follows, ['follows'])
    if (followedId === memberId) throw new RowFault(['follows'], 'nobody follows themselves; remove the row.')
    const followed = { followerId: memberId, followedId, followedAt: row.at.at(now) }
    return addRow(context, forumMemberFollows, ['followerId', 'followedId'], followed)
  },
})

const findMemberId = async (
  context: LoadContext,
  email: string,
  path?: readonly PropertyKey[],
): Promise<number> => memberOf(context.tx, forumNameOf(await findReaderId(context, email, path)))

async function findTopicId(tx: Tx, code: string): Promise<number> {
  const [topic] = await tx.select({ id: forumTopics.id }).from(forumTopics).where(eq(forumTopics.code, code))
  return (topic ?? missing(['topic'], 'topic', code, 'forum-topics')).id
}
