import { type AnyColumn, and, asc, eq, inArray, like, not, or, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import { addresses } from '#server/modules/addresses/tables.ts'
import { sharedSubscriptions } from '#server/modules/companies/tables.ts'
import { forumProfiles } from '#server/modules/forum/tables.ts'
import { normaliseEmail } from '#server/modules/identity/index.ts'
import { users } from '#server/modules/identity/tables.ts'
import { parseNumber } from '#server/modules/invoices/index.ts'
import { documents } from '#server/modules/invoices/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { foldedSql } from '#server/platform/database/folded.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { Id, Instant } from '../fields.ts'
import { aboutReader, defineRead, refusal } from '../operation.ts'
import { describeReader, ReaderDescription } from './describe-reader.ts'

const Wanted = z.object({
  email: z.string().trim().min(3).max(254).optional().describe('the address, or any part of it'),
  name: z.string().trim().min(3).max(100).optional().describe('any part of the name; accents do not matter'),
  foreign_id: z.string().trim().max(100).optional().describe('the whole id of the former system'),
  phone: z.string().trim().max(20).optional().describe('the whole number, e.g. 0901234567'),
  nickname: z.string().trim().max(15).optional().describe('the whole nickname in discussions'),
  variable_symbol: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional()
    .describe('the digits of a payment’s variable symbol'),
  document: z
    .string()
    .trim()
    .refine(text => parseNumber(text) !== undefined, 'is no number of a document')
    .optional()
    .describe('the number of an invoice, a receipt or a credit note, e.g. F-2026-000214'),
  company: z
    .string()
    .trim()
    .min(3)
    .max(100)
    .optional()
    .describe('registration number (IČO) of a company, or any part of its name'),
})

const most = 20
const mostSorted = 1000

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
  const conditions = conditionsOf(db, wanted)
  const { email } = wanted
  if (email === undefined) {
    if (conditions.length > 0) return select(db, conditions, most)
    throw refusal(
      'Tell at least one of email, name, foreign_id, phone, nickname, variable_symbol, document, company.',
    )
  }
  const text = escapeLike(normaliseEmail(email))
  const isBeginning = like(users.email, `${text}%`)
  const first = await select(db, [...conditions, isBeginning], most)
  if (first.length === most) return first
  const others = [like(users.email, `%${text}%`), not(isBeginning)]
  return [...first, ...(await select(db, [...conditions, ...others], most - first.length))]
}

/** Readers with an invoice address of a company, and those who manage its package. */
function ofCompany(db: Db, company: string): SQL {
  const is = (table: typeof addresses | typeof sharedSubscriptions) =>
    or(eq(table.companyId, company.replaceAll(' ', '')), contains(table.companyName, company))
  const billed = db.select({ id: addresses.userId }).from(addresses).where(is(addresses))
  const managing = db
    .select({ id: sharedSubscriptions.administratorId })
    .from(sharedSubscriptions)
    .where(is(sharedSubscriptions))
  return inArray(users.id, union(billed, managing))
}

/** Whether a column contains a part of a text; capitals and accents do not matter. */
const contains = (column: AnyColumn, part: string): SQL =>
  sql`${foldedSql(column)} like '%' || ${foldedSql(sql`${escapeLike(part)}::text`)} || '%'`

function conditionsOf(db: Db, wanted: z.output<typeof Wanted>): SQL[] {
  const { name, foreign_id: foreignId, phone, nickname, variable_symbol: symbol, document, company } = wanted
  const conditions: SQL[] = []
  if (name !== undefined) conditions.push(contains(users.name, name))
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
  const number = document === undefined ? undefined : parseNumber(document)
  if (number) {
    const { kind, year, serial } = documents
    const numbered = and(eq(kind, number.kind), eq(year, number.year), eq(serial, number.serial))
    const issued = db.select({ id: documents.userId }).from(documents)
    conditions.push(inArray(users.id, issued.where(numbered)))
  }
  if (company !== undefined) conditions.push(ofCompany(db, company))
  return conditions
}

/**
 * The first by address of at most a thousand hits. The order is made afterwards: asked for an order and a limit at once,
 * PostgreSQL goes through the addresses until it has found enough, and where hits are rarer than it guesses, through all.
 * Rare hits are found by the index of parts; where a sample says that they are common, whose list in the index is long,
 * by going through the readers until there are enough.
 */
function select(db: Db, conditions: readonly SQL[], limit: number) {
  const { id, foreignId, email, name, registeredAt, confirmedAt, blockedAt } = users
  return db.transaction(async tx => {
    const { rows } = await tx.execute<{ common: boolean }>(
      sql`select 10 * count(*) filter (where ${and(...conditions)}) > count(*) as common
        from ${users} tablesample system (0.1)`,
    )
    const isCommon = rows[0]?.common === true
    await tx.execute(sql`set local enable_seqscan = off`)
    if (isCommon) await tx.execute(sql`set local enable_bitmapscan = off`)
    const hits = tx.$with('hits').as(
      tx
        .select({ id, foreignId, email, name, registeredAt, confirmedAt, blockedAt })
        .from(users)
        .where(and(...conditions))
        .orderBy(...(isCommon ? [id] : []))
        .limit(mostSorted),
    )
    return tx.with(hits).select().from(hits).orderBy(asc(hits.email)).limit(limit)
  })
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
