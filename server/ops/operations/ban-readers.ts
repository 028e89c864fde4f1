import * as z from 'zod'
import { banFromForum, type ForumBan, liftForumBan } from '#server/modules/forum/index.ts'
import { type BlockChange, blockReader, unblockReader } from '#server/modules/identity/index.ts'
import { restoreRenewals, stopRenewals } from '#server/modules/subscriptions/index.ts'
import { Id, Instant } from '../fields.ts'
import { defineWrite, refusal } from '../operation.ts'

const Reason = z.string().trim().min(3).max(300)
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
    input: z.object({ id: Id, reason: Reason.describe('why, for the audit log') }),
    output: Blocked.extend({ renewals_stopped: z.int() }),
    run: async ({ tx, ...deps }, { id, reason }) => {
      const change = await blockReader(tx, deps, id)
      // Renewals stop: a banned reader can't read, nor turn the renewal off.
      const at = change.after ?? deps.clock.now()
      const stopped = await stopRenewals(tx, deps, id, { state: 'admin_stop', at })
      const { before, after } = told(change)
      return {
        answer: { id, ...after, renewals_stopped: stopped },
        ...about(id),
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
      const restored = change.before === null ? 0 : await restoreRenewals(tx, deps, id, change.before)
      const { before, after } = told(change)
      return {
        answer: { id, ...after, renewals_restored: restored },
        ...about(id),
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
    input: z.object({
      id: Id,
      reason_sk: Reason.optional().describe('why, as the reader is told in Slovak'),
      reason_en: Reason.optional().describe('the same in English'),
    }),
    output: Banned,
    run: async ({ tx, ...deps }, { id, reason_sk: sk, reason_en: en }) => {
      if ((sk === undefined) !== (en === undefined)) {
        throw refusal(
          'Give the reason in both languages, or none.',
          sk === undefined ? 'reason_sk' : 'reason_en',
        )
      }
      const reason = sk === undefined || en === undefined ? null : { sk, en }
      const { before, after } = await banFromForum(tx, deps, id, reason)
      return {
        answer: { id, forum_banned_at: after?.since.toString() ?? null },
        ...about(id),
        before: toldBan(before),
        after: toldBan(after),
      }
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
    run: async ({ tx, ...deps }, { id }) => {
      const { before, after } = await liftForumBan(tx, deps, id)
      return {
        answer: { id, forum_banned_at: null },
        ...about(id),
        before: toldBan(before),
        after: toldBan(after),
      }
    },
  }),
]

const about = (id: number) => ({ target: `reader ${id}`, readerId: id })

const told = ({ before, after }: BlockChange) => ({
  before: { blocked_at: before?.toString() ?? null },
  after: { blocked_at: after?.toString() ?? null },
})

const toldBan = (ban: ForumBan | null) =>
  ban === null ? null : { forum_banned_at: ban.since.toString(), reason: ban.reason }
