import * as z from 'zod'
import type { Tx } from '#server/platform/database/database.ts'
import { type ForumDeps, forumNameOf } from './forum-deps.ts'
import { findProfile } from './store.ts'

const queue = 'tell-forum'
const ForumJob = z.object({ userId: z.int() })

/** Has the forum told who a reader is now, once the given transaction is committed. */
export const notifyForum = (tx: Tx, { jobs }: Pick<ForumDeps, 'jobs'>, userId: number): Promise<void> =>
  jobs.enqueue(tx, queue, { userId } satisfies z.input<typeof ForumJob>)

/** Tells it, where jobs are worked on. What holds when it is told counts, so repeats and their order do no harm. */
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
