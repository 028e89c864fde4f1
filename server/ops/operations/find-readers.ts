import { and, asc, eq, inArray, like, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import { forumProfiles } from '#server/modules/forum/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inSnakeCase } from '#server/platform/in-snake-case.ts'
import { Id, Instant } from '../fields.ts'
import { aboutReader, defineRead, refusal } from '../operation.ts'
import { describeReader, ReaderDescription } from './describe-reader.ts'

const Wanted = z.object({
  email: z.string().trim().min(3).max(254).optional().describe('the address, or its beginning'),
  foreign_id: z.string().trim().max(100).optional().describe('the whole id of the former system'),
  phone: z.string().trim().max(20).optional().describe('the whole number, e.g. 0901234567'),
  nickname: z.string().trim().max(15).optional().describe('the whole nickname in discussions'),
  variable_symbol: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional()
    .describe('the digits of a payment’s variable symbol'),
})

const most = 20

/** Search for readers. The query is in the body, since proxies log URLs. */
export const findReaderOperations = [
  defineRead({
    name: 'readers find',
    summary: 'Finds readers by what they tell: at most 20 of them.',
    http: { method: 'POST', path: '/readers/find' },
    scope: 'readers:read',
    input: Wanted,
    output: z.object({
      items: z.array(
        z.object({
          id: Id,
          foreign_id: z.string().nullable(),
          email: z.string(),
          name: z.string().nullable(),
          registered_at: Instant,
          confirmed_at: Instant.nullable(),
          blocked_at: Instant.nullable(),
        }),
      ),
    }),
    run: async ({ db }, wanted) => ({ answer: { items: (await find(db, wanted)).map(inSnakeCase) } }),
  }),

  defineRead({
    name: 'readers show',
    summary: 'Shows what support needs to know of a reader, never a password or a card’s number.',
    http: { method: 'GET', path: '/readers/:id' },
    scope: 'readers:read',
    refusals: ['user_not_found'],
    input: z.object({ id: Id }),
    output: ReaderDescription,
    run: async (context, { id }) => ({
      answer: await describeReader(context, id),
      ...aboutReader(id),
    }),
  }),
]

async function find(db: Db, wanted: z.output<typeof Wanted>) {
  const { email, foreign_id: foreignId, phone, nickname, variable_symbol: symbol } = wanted
  const conditions: SQL[] = []
  if (email !== undefined) conditions.push(like(users.email, `${escapeLike(email.toLowerCase())}%`))
  if (foreignId !== undefined) conditions.push(eq(users.foreignId, foreignId))
  if (phone !== undefined) conditions.push(eq(users.phone, phone.replace(/^\+421/, '0').replaceAll(' ', '')))
  if (nickname !== undefined) {
    const named = db.select({ id: forumProfiles.userId }).from(forumProfiles)
    conditions.push(inArray(users.id, named.where(eq(forumProfiles.nickname, nickname))))
  }
  if (symbol !== undefined) {
    const paid = db.select({ id: payments.userId }).from(payments)
    conditions.push(inArray(users.id, paid.where(eq(payments.variableSymbol, symbol))))
  }
  if (conditions.length === 0)
    throw refusal('Tell at least one of email, foreign_id, phone, nickname, variable_symbol.')
  const { id, foreignId: foreign, email: address, name, registeredAt, confirmedAt, blockedAt } = users
  return db
    .select({ id, foreignId: foreign, email: address, name, registeredAt, confirmedAt, blockedAt })
    .from(users)
    .where(and(...conditions))
    .orderBy(asc(users.email))
    .limit(most)
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
