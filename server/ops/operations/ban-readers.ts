import * as z from 'zod'
import { banFromForum, type ForumBan, liftForumBan } from '#server/modules/forum/index.ts'
import { type BlockChange, blockReader, unblockReader } from '#server/modules/identity/index.ts'
import { restoreRenewals, stopRenewals } from '#server/modules/subscriptions/index.ts'
import { Id, Instant, reasonFields, reasonIn } from '../fields.ts'
import { aboutReader, defineWrite } from '../operation.ts'
import { requireReader } from './change-reader.ts'

const Blocked = z.object({ id: Id, blocked_at: Instant.nullable() })
const Banned = z.object({ id: Id, forum_banned_at: Instant.nullable() })

/** Keeping readers out, of the account or of discussions, and letting them in again. */
export const banReaderOperations = [
  defineWrite({
    name: 'readers ban',
    summary: 'Signs a reader out everywhere and lets them sign in no more; their renewals stop.',
    http: { method: 'POST', path: '/readers/:id/ban' },
    scope: 'readers:write',
    refusals: ['user_not_found'],
    input: z.object({ id: Id, reason: z.string().trim().min(3).max(300).describe('why, for the audit log') }),
    output: Blocked.extend({ renewals_stopped: z.int() }),
    run: async ({ tx, ...deps }, { id, reason }) => {
      // The reason would be kept of an erased reader.
      await requireReader(tx, id)
      const change = await blockReader(tx, deps, id)
      // Renewals stop: a banned reader can't read, nor turn the renewal off.
      const at = change.after ?? deps.clock.now()
      const stopped = await stopRenewals(tx, deps, id, { state: 'admin_stop', at })
      const { before, after } = told(change)
      return {
        answer: { id, ...after, renewals_stopped: stopped },
        ...aboutReader(id),
        before,
        after: { ...after, reason, renewals_stopped: stopped },
      }
    },
  }),

  defineWrite({
    name: 'readers unban',
    summary:
      'Lets a banned reader sign in again. Renewals that the ban stopped go on; what was due is off until the reader turns it on.',
    http: { method: 'POST', path: '/readers/:id/unban' },
    scope: 'readers:write',
    refusals: ['user_not_found'],
    input: z.object({ id: Id }),
    output: Blocked.extend({ renewals_restored: z.int() }),
    run: async ({ tx, ...deps }, { id }) => {
      const change = await unblockReader(tx, id)
      const restored = change.before === null ? 0 : await restoreRenewals(tx, deps, id, [change.before])
      const { before, after } = told(change)
      return {
        answer: { id, ...after, renewals_restored: restored },
        ...aboutReader(id),
        before,
        after: { ...after, renewals_restored: restored },
      }
    },
  }),

  defineWrite({
    name: 'readers forum-ban',
    summary: 'Keeps a reader from writing in discussions; reading and subscribing stay as they are.',
    http: { method: 'POST', path: '/readers/:id/forum-ban' },
    scope: 'readers:write',
    refusals: ['user_not_found'],
    input: z.object({ id: Id, ...reasonFields }),
    output: Banned,
    run: async ({ tx, ...deps }, { id, ...reasons }) => {
      // A reason would be kept of an erased reader, and the forum told of one whom it has erased.
      await requireReader(tx, id)
      return answerBan(id, await banFromForum(tx, deps, id, reasonIn(reasons) ?? null))
    },
  }),

  defineWrite({
    name: 'readers forum-unban',
    summary: 'Lets a reader write in discussions again.',
    http: { method: 'POST', path: '/readers/:id/forum-unban' },
    scope: 'readers:write',
    refusals: ['user_not_found'],
    input: z.object({ id: Id }),
    output: Banned,
    run: async ({ tx, ...deps }, { id }) => answerBan(id, await liftForumBan(tx, deps, id)),
  }),
]

const told = ({ before, after }: BlockChange) => ({
  before: { blocked_at: before?.toString() ?? null },
  after: { blocked_at: after?.toString() ?? null },
})

const answerBan = (id: number, { before, after }: { before: ForumBan | null; after: ForumBan | null }) => ({
  answer: { id, forum_banned_at: after?.since.toString() ?? null },
  ...aboutReader(id),
  before: toldBan(before),
  after: toldBan(after),
})

const toldBan = (ban: ForumBan | null) =>
  ban === null ? null : { forum_banned_at: ban.since.toString(), reason: ban.reason }
