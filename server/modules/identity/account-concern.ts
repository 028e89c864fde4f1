import { and, desc, eq, gt } from 'drizzle-orm'
import type { ConcernOf } from '#contract/subscriptions/concerns.ts'
import type { Deps } from '#server/platform/deps.ts'
import { describeAnonymization } from './anonymization.ts'
import { isOpen } from './mailed-link.ts'
import { mailedLinks, users } from './tables.ts'

/** Whether an account is about to be deleted, or was never confirmed: the first that holds. */
export async function readAccountConcern(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<ConcernOf<'leaves' | 'unconfirmed'> | undefined> {
  const { email, confirmedAt, anonymizationRequestedAt: requestedAt } = users
  const [user] = await db.select({ email, confirmedAt, requestedAt }).from(users).where(eq(users.id, userId))
  if (user?.requestedAt) return { kind: 'leaves', at: describeAnonymization(user.requestedAt).due_at }
  if (!user || user.confirmedAt !== null) return undefined
  const [link] = await db
    .select({ email: mailedLinks.email, until: mailedLinks.expiresAt })
    .from(mailedLinks)
    .where(and(isOpen(userId), eq(mailedLinks.kind, 'activation'), gt(mailedLinks.expiresAt, clock.now())))
    .orderBy(desc(mailedLinks.sentAt))
    .limit(1)
  return { kind: 'unconfirmed', email: link?.email ?? user.email, until: link?.until.toString() ?? null }
}
