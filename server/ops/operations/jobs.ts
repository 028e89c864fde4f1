import * as z from 'zod'
import { countJobs, listFailedJobs, retryFailedJobs } from '#server/platform/jobs/failed-jobs.ts'
import { Instant, mostOf } from '../fields.ts'
import { defineRead, defineWrite, refusal } from '../operation.ts'

const Queue = z
  .string()
  .regex(/^[\w-]{1,60}$/)
  .describe('name of the queue, as "jobs queues" lists it')

/** Jobs (mails, calls of gateways and of the forum), and their outcomes. */
export const jobOperations = [
  defineRead({
    name: 'jobs queues',
    summary: 'Counts the jobs of each queue: waiting, worked on, coming again, given up.',
    http: { method: 'GET', path: '/jobs/queues' },
    scope: 'jobs:read',
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          queue: z.string(),
          waiting: z.int(),
          active: z.int(),
          retry: z.int().describe('failed; they come again by themselves'),
          failed: z.int().describe('given up after all tries'),
        }),
      ),
    }),
    run: async ({ db }) => ({ answer: { items: await countJobs(db) } }),
  }),

  defineRead({
    name: 'jobs failed',
    summary:
      'Lists jobs that failed, with the kind of the error; its message may be personal and is not kept.',
    http: { method: 'GET', path: '/jobs/failed' },
    scope: 'jobs:read',
    input: z.object({
      queue: Queue.optional(),
      limit: mostOf('of them'),
    }),
    output: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          queue: z.string(),
          state: z.enum(['failed', 'retry']).describe('given up, or coming again by itself'),
          tries: z.int(),
          error: z.string().nullable(),
          created_at: Instant,
          next_at: Instant.nullable(),
        }),
      ),
    }),
    run: async ({ db }, wanted) => ({ answer: { items: await listFailedJobs(db, wanted) } }),
  }),

  defineWrite({
    name: 'jobs retry',
    summary: 'Has failed jobs of a queue tried again at once. What they do bears a repeat.',
    http: { method: 'POST', path: '/jobs/:queue/retry' },
    scope: 'jobs:write',
    input: z.object({
      queue: Queue,
      ids: z
        .array(z.uuid())
        .min(1)
        .max(500)
        .optional()
        .describe('only these; all that failed when not given'),
    }),
    output: z.object({ retried: z.int() }),
    run: async ({ tx }, { queue, ids }) => {
      const known = await countJobs(tx)
      if (!known.some(each => each.queue === queue)) {
        throw refusal(
          `There is no queue ${queue}; there are ${known.map(each => each.queue).join(', ')}.`,
          'queue',
        )
      }
      const before = await retryFailedJobs(tx, { queue, ids })
      return {
        answer: { retried: before.length },
        target: `queue ${queue}`,
        before: before.map(({ id, state, tries, error }) => ({ id, state, tries, error })),
        after: before.map(({ id }) => ({ id, state: 'to be tried at once' })),
      }
    },
  }),
]
