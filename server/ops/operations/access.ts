import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import { isOverLimit } from '#server/modules/devices/index.ts'
import { users } from '#server/modules/identity/tables.ts'
import { currentAccess, rolesOf } from '#server/modules/subscriptions/index.ts'
import { Id, Instant } from '../fields.ts'
import { aboutReader, defineRead, type OperationContext } from '../operation.ts'

const Reason = z.enum([
  'allowed',
  'account_unknown',
  'blocked',
  'no_subscription',
  'not_included',
  'device_limit_reached',
])

const Question = z.object({
  id: Id.describe('the reader; claim `sub` of the session token'),
  flag: z.enum(AccessFlag.options).describe('what has to be included, e.g. web'),
  device: z.string().min(1).max(64).optional().describe('what reads it, as it names itself (cookie `ppd`)'),
})

const Verdict = z.object({
  allowed: z.boolean(),
  reason: Reason,
  until: Instant.nullable().describe('when the access ends if nothing is renewed; null when there is none'),
})

/** Access checks for servers without the reader's session token; docs/access.md describes both. */
export const accessOperations = [
  defineRead({
    name: 'readers check-access',
    summary: 'Tells whether a reader may read what an access flag opens, and if not, why.',
    http: { method: 'GET', path: '/readers/:id/access' },
    scope: 'access:read',
    input: Question,
    output: Verdict,
    positional: ['id', 'flag'],
    run: async (context, question) => ({
      answer: await judgeAccess(context, question),
      ...aboutReader(question.id),
    }),
  }),
]

/**
 * The same rules as the token's claim `sbr` (R3.05), so the two never differ by more than a token's age. An account that
 * is about to be deleted reads what was paid for to the last day.
 */
export async function judgeAccess(
  context: Pick<OperationContext, 'db' | 'clock'>,
  { id, flag, device }: z.output<typeof Question>,
): Promise<z.output<typeof Verdict>> {
  const refused = (reason: z.output<typeof Reason>) => ({ allowed: false, reason, until: null })
  const [user] = await context.db
    .select({ blockedAt: users.blockedAt, anonymizedAt: users.anonymizedAt })
    .from(users)
    .where(eq(users.id, id))
  if (!user || user.anonymizedAt !== null) return refused('account_unknown')
  if (user.blockedAt !== null) return refused('blocked')
  const roles = await rolesOf(context, id, false)
  const { isSubscriber, deviceLimit } = await currentAccess(context, id)
  if (!isSubscriber) return refused('no_subscription')
  const role = roles[flag]
  if (!role) return refused('not_included')
  const until = Temporal.Instant.fromEpochMilliseconds(role.exp * 1000).toString()
  if (device !== undefined && (await isOverLimit(context.db, id, deviceLimit, device))) {
    return { allowed: false, reason: 'device_limit_reached', until }
  }
  return { allowed: true, reason: 'allowed', until }
}
