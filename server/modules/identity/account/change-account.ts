import { eq, sql } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { mailLink, voidLinks, voidTakeBacks } from '../mailed-link.ts'
import { closeAllSessions } from '../sessions/close-session.ts'
import { users } from '../tables.ts'

// Changes of an account by staff: each is idempotent, and needs a transaction that has locked the reader.

type ChangeDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/**
 * Changes the address by which a reader signs in, at once (decision 062). Every session ends, open links are void, and both
 * addresses are told.
 *
 * @param user the reader as locked
 * @param change.email normalized
 * @param change.isConfirmed the new address is known to be the reader's; else it is mailed a link that confirms it
 * @throws DrizzleQueryError of the constraint `users_email` when another account has that address
 */
export async function changeEmail(
  tx: Tx,
  deps: ChangeDeps,
  user: typeof users.$inferSelect,
  { email, isConfirmed, by }: Pick<Requester, 'by'> & { email: string; isConfirmed: boolean },
): Promise<void> {
  if (email === user.email) return
  const userId = user.id
  await sendMail(tx, deps, {
    to: user.email,
    locale: user.locale,
    template: 'email_changed',
    values: {},
    link: `${deps.settings.origins.login}/login`,
  })
  const confirmedAt = isConfirmed ? (user.confirmedAt ?? deps.clock.now()) : null
  const wasConfirmed = user.wasConfirmed || user.confirmedAt !== null
  const formerEmail = isConfirmed ? null : confirmedEmailOf(user)
  await tx.update(users).set({ email, confirmedAt, wasConfirmed, formerEmail }).where(eq(users.id, userId))
  await signOutEverywhere(tx, deps, userId)
  await voidLinks(tx, deps, userId)
  await voidTakeBacks(tx, deps, userId)
  await recordActivity(tx, deps, { userId, by, kind: 'email_changed' })
  if (isConfirmed) return
  await mailLink(tx, deps, { ...user, email }, { kind: 'activation', token: randomToken(256) })
}

/** The e-mail whose newsletters are the reader's: the last confirmed one; null where there was none. */
export const confirmedEmailOf = (
  user: Pick<typeof users.$inferSelect, 'email' | 'confirmedAt' | 'formerEmail'>,
): string | null => (user.confirmedAt === null ? user.formerEmail : user.email)

/** Signs a reader out everywhere, also where a sign-in is just beginning; told only where somebody was signed in. */
export async function endAllSessions(tx: Tx, deps: ChangeDeps, { userId, by }: Requester): Promise<void> {
  const ended = await signOutEverywhere(tx, deps, userId)
  if (ended > 0) await recordActivity(tx, deps, { userId, by, kind: 'all_sessions_ended' })
}

async function signOutEverywhere(tx: Tx, deps: ChangeDeps, userId: number): Promise<number> {
  await tx
    .update(users)
    .set({ tokenEpoch: sql`${users.tokenEpoch} + 1` })
    .where(eq(users.id, userId))
  return closeAllSessions(tx, deps, userId, 'ended_by_staff')
}
