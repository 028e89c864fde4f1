import { and, desc, eq, gt } from 'drizzle-orm'
import type { ConcernOf } from '#contract/subscriptions/concerns.ts'
import { prepareLookup } from '#server/platform/database/prepare-lookup.ts'
import type { Deps } from '#server/platform/deps.ts'
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
  const usersOf = prepareLookup(
    id,
    (isAskedFor, suffix) =>
      db
        .select({ id, email, confirmedAt, requestedAt })
        .from(users)
        .where(isAskedFor)
        .prepare(`identity_account_concerns${suffix}`),
    user => user.id,
  )
  return async (userId: number): Promise<ConcernOf<'anonymization' | 'unconfirmed'> | undefined> => {
    const [user] = (await usersOf(userId)) ?? []
    if (user?.requestedAt)
      return { kind: 'anonymization', at: describeAnonymization(user.requestedAt).due_at }
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
