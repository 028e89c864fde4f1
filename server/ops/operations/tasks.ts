import * as z from 'zod'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { listFailedItems, retryFailedItems } from '#server/platform/jobs/failed-items.ts'
import { Instant, mostOf } from '../fields.ts'
import { defineRead, defineWrite } from '../operation.ts'

const Task = z
  .string()
  .regex(/^[\w-]{1,60}$/)
  .describe('name of the task, as "tasks failed" tells it')

const Item = z.object({
  task: z.string(),
  item: z.string().describe('its id: of an order, a payment, a gift …'),
  tries: z.int(),
  error: z.string(),
  first_at: Instant,
  last_at: Instant,
  next_at: Instant,
})

/** Scheduled tasks, and their failed items. */
export const taskOperations = [
  defineRead({
    name: 'tasks failed',
    summary:
      'Lists what repeated tasks could not do, with the kind of the error; each is tried again, and gone once it is done.',
    http: { method: 'GET', path: '/tasks/failed' },
    scope: 'jobs:read',
    input: z.object({
      task: Task.optional(),
      limit: mostOf('of them, those that have failed the longest first'),
    }),
    output: z.object({ items: z.array(Item) }),
    run: async ({ db }, wanted) => ({
      answer: {
        items: (await listFailedItems(db, wanted)).map(({ reason: error, ...item }) =>
          inSnakeCase({ ...item, error }),
        ),
      },
    }),
  }),

  defineWrite({
    name: 'tasks retry',
    summary: 'Has what a repeated task could not do tried again within seconds.',
    http: { method: 'POST', path: '/tasks/:task/retry' },
    scope: 'jobs:write',
    input: z.object({
      task: Task,
      items: z
        .array(z.string().max(60))
        .min(1)
        .max(500)
        .optional()
        .describe('only these; all that failed when not given'),
    }),
    output: z.object({ retried: z.int() }),
    run: async (context, { task, items }) => {
      const before = await retryFailedItems(context.tx, context, { task, items })
      return {
        answer: { retried: before.length },
        target: `task ${task}`,
        before: before.map(({ item, tries, reason }) => ({ item, tries, error: reason })),
        after: before.map(({ item }) => ({ item, state: 'to be tried at once' })),
      }
    },
  }),
]
