import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { ConcernOf } from '#contract/subscriptions/concerns.ts'
import type { Deps } from '#server/platform/deps.ts'
import { inBatches } from '#server/platform/jobs/in-batches.ts'
import { describeAnonymization } from './anonymization.ts'
import { isOpen } from './mailed-link.ts'
import { mailedLinks, users } from './tables.ts'

/**
 * Prepares whether an account is about to be deleted, or was never confirmed: the first that holds.
 *
 * @returns a function of the reader's id
 */
export function accountConcern({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const { id, email, confirmedAt, anonymizationRequestedAt: requestedAt } = users
  const query = db
    .select({ id, email, confirmedAt, requestedAt })
    .from(users)
    .where(sql`${id} = any(${sql.placeholder('userIds')})`)
    .prepare('identity_account_concerns')
  const userOf = inBatches(
    async (userIds: number[]) => new Map((await query.execute({ userIds })).map(user => [user.id, user])),
  )
  return async (userId: number): Promise<ConcernOf<'leaves' | 'unconfirmed'> | undefined> => {
    const user = await userOf(userId)
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
}
