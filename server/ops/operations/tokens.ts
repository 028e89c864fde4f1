import { asc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { hashToken, randomToken } from '#server/platform/secrets.ts'
import { Instant } from '../fields.ts'
import { defineRead, defineWrite, type Operator, refusal } from '../operation.ts'
import { scopes as allScopes } from '../scopes.ts'
import { operatorTokens } from '../tables.ts'
import { tokenPrefix } from '../tokens.ts'

const Token = z.object({
  name: z.string(),
  scopes: z.array(z.string()),
  created_at: Instant,
  created_by: z.string(),
  expires_at: Instant,
  revoked_at: Instant.nullable(),
  last_used_at: Instant.nullable().describe('to the minute'),
})

const Name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,59}$/)
  .describe('lower-case letters, digits and dashes, e.g. support-desk')

export const tokenOperations = [
  defineRead({
    name: 'tokens list',
    summary: 'Lists the tokens that operations are called with, never the secret itself.',
    http: { method: 'GET', path: '/tokens' },
    scope: 'tokens:read',
    input: z.object({}),
    output: z.object({ items: z.array(Token) }),
    run: async ({ db }) => {
      const rows = await db.select().from(operatorTokens).orderBy(asc(operatorTokens.name))
      return { answer: { items: rows.map(toToken) } }
    },
  }),

  defineWrite({
    name: 'tokens create',
    summary: 'Makes a token and tells it this once; only its digest is kept.',
    http: { method: 'POST', path: '/tokens' },
    scope: 'tokens:write',
    input: z.object({
      name: Name,
      scopes: z.array(z.enum(allScopes)).min(1).describe('what it may do, by commas'),
      valid_days: z
        .int()
        .min(1)
        .max(730)
        .optional()
        .describe('days until it expires; 365 when not given, or until the token that makes it does'),
    }),
    output: Token.extend({ token: z.string().describe('shown this once') }),
    made: ['token'],
    run: async ({ tx, clock, by }, { name, scopes, valid_days: validDays }) => {
      const now = clock.now()
      const wanted = now.add({ hours: 24 * (validDays ?? usualDays) })
      const own = by.token?.expiresAt
      const expiresAt = validDays === undefined && own ? earlier(own, wanted) : wanted
      requireOwn(by, scopes, expiresAt)
      const token = `${tokenPrefix}${randomToken(256)}`
      const [row] = await tx
        .insert(operatorTokens)
        .values({ name, hash: hashToken(token), scopes, createdAt: now, createdBy: by.name, expiresAt })
        .onConflictDoNothing()
        .returning()
      if (!row) throw refusal(`There is a token ${name} already: choose another name.`, 'name')
      const made = toToken(row)
      return { answer: { ...made, token }, target: `token ${name}`, before: null, after: made }
    },
  }),

  defineWrite({
    name: 'tokens revoke',
    summary: 'Ends a token at once and for good.',
    http: { method: 'POST', path: '/tokens/:name/revoke' },
    scope: 'tokens:write',
    refusals: ['not_found'],
    input: z.object({ name: Name }),
    output: Token,
    run: async ({ tx, clock }, { name }) => {
      const isNamed = eq(operatorTokens.name, name)
      const [before] = await tx.select().from(operatorTokens).where(isNamed).for('update')
      const [after] = await tx
        .update(operatorTokens)
        .set({ revokedAt: sql`coalesce(revoked_at, ${clock.now().toString()})` })
        .where(isNamed)
        .returning()
      if (!before || !after) throw new AppError({ key: 'not_found', message: `There is no token ${name}.` })
      const revoked = toToken(after)
      return { answer: revoked, target: `token ${name}`, before: toToken(before), after: revoked }
    },
  }),
]

const usualDays = 365

const earlier = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) < 0 ? one : other

/** No privilege escalation: a token can't grant scopes that it lacks, nor outlive itself. */
function requireOwn({ token }: Operator, scopes: readonly string[], expiresAt: Temporal.Instant): void {
  if (!token) return
  const more = scopes.filter(scope => !token.scopes.includes(scope))
  if (more.length > 0) throw refusal(`This token lacks ${more.join(', ')} itself.`, 'scopes')
  if (Temporal.Instant.compare(expiresAt, token.expiresAt) > 0) {
    throw refusal(
      `This token itself expires at ${token.expiresAt.toString()}: choose fewer days.`,
      'valid_days',
    )
  }
}

/** Without its digest. */
const toToken = (row: typeof operatorTokens.$inferSelect) => Token.parse(inSnakeCase(row))
