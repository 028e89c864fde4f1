import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { ForumMember } from '#server/gateways/forum/port.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type ForumDeps, forumNameOf } from './forum-deps.ts'
import { findProfile } from './store.ts'

const queue = 'tell-forum'
const ForumJob = z.object({ userId: z.int() })

/** Queues the sync of a reader's profile to the forum, once the given transaction is committed. */
export const notifyForum = (tx: Tx, { jobs }: Pick<ForumDeps, 'jobs'>, userId: number): Promise<void> =>
  jobs.enqueue(tx, queue, { userId } satisfies z.input<typeof ForumJob>)

/**
 * Consumes the queue in a worker process. Idempotent: it sends the present state, and sends again until that is what it
 * sent last, so repeats and order do not matter, nor that a request of another worker arrives late (lost update).
 */
export const consumeForumJobs = ({ db, jobs, forum }: ForumDeps): Promise<void> =>
  jobs.consume(queue, async data => {
    const { userId } = ForumJob.parse(data)
    let sent: ForumMember | undefined
    let member = await readMember(db, userId)
    while (member && !isDeepStrictEqual(member, sent)) {
      await forum.putMember(forumNameOf(userId), member)
      sent = member
      member = await readMember(db, userId)
    }
  })

async function readMember(db: Db, userId: number): Promise<ForumMember | undefined> {
  const profile = await findProfile(db, userId)
  if (!profile) return undefined
  const { nickname, blog, visibility, bannedAt, revision } = profile
  return { nickname, blog, visibility, banned: bannedAt !== null, revision }
}
