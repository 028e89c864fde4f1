import { and, desc, eq, gte, lt } from 'drizzle-orm'
import * as z from 'zod'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { Id, Instant, pageOf } from '../fields.ts'
import { defineRead } from '../operation.ts'
import { auditLog, auditOutcomes } from '../tables.ts'

const Line = z.object({
  id: Id,
  at: Instant,
  who: z.string(),
  operation: z.string(),
  target: z.string().nullable(),
  reader_id: Id.nullable(),
  outcome: z.enum(auditOutcomes),
  refusal: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  request_id: z.string(),
})

export const auditOperations = [
  defineRead({
    name: 'audit list',
    summary: 'Lists who did what, newest first: also what was refused.',
    http: { method: 'GET', path: '/audit' },
    scope: 'audit:read',
    input: z.object({
      reader: Id.optional().describe('only what was done about this reader'),
      operation: z.string().max(60).optional().describe('only this operation, e.g. "readers ban"'),
      who: z.string().max(120).optional().describe('only what this token did'),
      outcome: z.enum(auditOutcomes).optional(),
      since: Instant.optional().describe('only from this time on, e.g. 2026-11-01T00:00:00Z'),
      ...pageOf('lines'),
    }),
    output: z.object({ items: z.array(Line) }),
    run: async ({ db }, wanted) => {
      const rows = await db
        .select()
        .from(auditLog)
        .where(
          and(
            wanted.reader === undefined ? undefined : eq(auditLog.readerId, wanted.reader),
            wanted.operation === undefined ? undefined : eq(auditLog.operation, wanted.operation),
            wanted.who === undefined ? undefined : eq(auditLog.who, wanted.who),
            wanted.outcome === undefined ? undefined : eq(auditLog.outcome, wanted.outcome),
            wanted.since === undefined ? undefined : gte(auditLog.at, Temporal.Instant.from(wanted.since)),
            wanted.before === undefined ? undefined : lt(auditLog.id, wanted.before),
          ),
        )
        .orderBy(desc(auditLog.id))
        .limit(wanted.limit)
      return { answer: { items: rows.map(inSnakeCase) } }
    },
  }),
]
