import * as z from 'zod'
import { decideChange, listChanges } from '#server/modules/forum/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { Id, Instant } from '../fields.ts'
import { defineRead, defineWrite, type OperationContext, refusal } from '../operation.ts'

const states = ['requested', 'approved', 'declined'] as const

const Change = z.object({
  id: Id,
  reader_id: Id,
  kind: z.enum(['nickname', 'blog']),
  value: z.string(),
  state: z.enum(states),
  requested_at: Instant,
  decided_at: Instant.nullable(),
  reason_sk: z.string().nullable(),
  reason_en: z.string().nullable(),
})

const Reason = z.string().trim().min(3).max(300).optional()

/** The desk that decides on nicknames and blogs (R4.11). */
export const forumChangeOperations = [
  defineRead({
    name: 'forum changes',
    summary: 'Lists wishes for nicknames and blogs, those that wait the oldest first.',
    http: { method: 'GET', path: '/forum/changes' },
    scope: 'forum:read',
    input: z.object({
      state: z.enum(states).default('requested'),
      limit: z.int().min(1).max(500).default(100).describe('most of them'),
    }),
    output: z.object({ items: z.array(Change) }),
    run: async ({ db }, wanted) => ({ answer: { items: (await listChanges(db, wanted)).map(toChange) } }),
  }),

  defineWrite({
    name: 'forum approve',
    summary: 'Approves a wish: it holds at once, and the reader is told by mail.',
    http: { method: 'POST', path: '/forum/changes/:id/approve' },
    scope: 'forum:write',
    refusals: ['not_found'],
    input: z.object({ id: Id }),
    output: Change,
    run: (context, { id }) => decide(context, id, { decision: 'approved' }),
  }),

  defineWrite({
    name: 'forum decline',
    summary: 'Declines a wish: the nickname is free again, and the reader is told by mail.',
    http: { method: 'POST', path: '/forum/changes/:id/decline' },
    scope: 'forum:write',
    refusals: ['not_found'],
    input: z.object({
      id: Id,
      reason_sk: Reason.describe('why, as the reader is told in Slovak'),
      reason_en: Reason.describe('the same in English'),
    }),
    output: Change,
    run: (context, { id, reason_sk: sk, reason_en: en }) => {
      if ((sk === undefined) !== (en === undefined)) {
        throw refusal(
          'Give the reason in both languages, or none.',
          sk === undefined ? 'reason_sk' : 'reason_en',
        )
      }
      const reason = sk === undefined || en === undefined ? undefined : { sk, en }
      return decide(context, id, { decision: 'declined', reason })
    },
  }),
]

async function decide(context: OperationContext, id: number, decision: Parameters<typeof decideChange>[2]) {
  try {
    const { before, after } = await decideChange(context, id, decision)
    const decided = toChange(after)
    return {
      answer: decided,
      target: `forum change ${id}`,
      readerId: after.userId,
      before: toChange(before),
      after: decided,
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error
    throw new AppError({
      key: 'not_found',
      message: `No wish ${id} waits for a decision: it was decided, or the reader has asked for something else.`,
    })
  }
}

type Row = Awaited<ReturnType<typeof listChanges>>[number]
const toChange = (row: Row) => ({
  id: row.id,
  reader_id: row.userId,
  kind: row.kind,
  value: row.value,
  state: row.state,
  requested_at: row.requestedAt.toString(),
  decided_at: row.decidedAt?.toString() ?? null,
  reason_sk: row.reasonSk,
  reason_en: row.reasonEn,
})
