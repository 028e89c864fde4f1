import * as z from 'zod'
import type { Tx } from '#server/platform/database/database.ts'
import { type ForumDeps, forumNameOf } from './forum-deps.ts'
import { findProfile } from './store.ts'

const queue = 'tell-forum'
const ForumJob = z.object({ userId: z.int() })

/** Queues the sync of a reader's profile to the forum, once the given transaction is committed. */
export const notifyForum = (tx: Tx, { jobs }: Pick<ForumDeps, 'jobs'>, userId: number): Promise<void> =>
  jobs.enqueue(tx, queue, { userId } satisfies z.input<typeof ForumJob>)

/** Consumes the queue in a worker process. Idempotent: it sends the present state, so repeats and order do not matter. */
export const consumeForumJobs = ({ db, jobs, forum }: ForumDeps): Promise<void> =>
  jobs.consume(queue, async data => {
    const { userId } = ForumJob.parse(data)
    const profile = await findProfile(db, userId)
    if (!profile) return
    await forum.putMember(forumNameOf(userId), {
      nickname: profile.nickname,
      blog: profile.blog,
      visibility: profile.visibility,
      banned: profile.bannedAt !== null,
    })
  })
