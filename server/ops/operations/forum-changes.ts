import * as z from 'zod'
import { decideChange, listChanges } from '#server/modules/forum/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { Id, Instant, mostOf, reasonFields, reasonIn } from '../fields.ts'
import { defineRead, defineWrite, type OperationContext } from '../operation.ts'

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

/** The desk that decides on nicknames and blogs (R4.11). */
export const forumChangeOperations = [
  defineRead({
    name: 'forum changes',
    summary: 'Lists wishes for nicknames and blogs, those that wait the oldest first.',
    http: { method: 'GET', path: '/forum/changes' },
    scope: 'forum:read',
    input: z.object({
      state: z.enum(states).default('requested'),
      limit: mostOf('of them', 100),
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
    input: z.object({ id: Id, ...reasonFields }),
    output: Change,
    run: async (context, { id, ...reasons }) =>
      decide(context, id, { decision: 'declined', reason: reasonIn(reasons) }),
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

const toChange = ({ userId: readerId, ...change }: Awaited<ReturnType<typeof listChanges>>[number]) =>
  inSnakeCase({ ...change, readerId })
