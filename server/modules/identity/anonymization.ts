import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Anonymization, anonymizationRules } from '#contract/privacy/anonymization.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { users } from './tables.ts'

/**
 * Notes that a reader's account is to be deleted.
 *
 * @returns the reader and the moment; undefined when it was requested before (idempotent)
 */
export async function markAnonymization(tx: Tx, { clock }: Pick<Deps, 'clock'>, userId: number) {
  const requestedAt = clock.now()
  const [user] = await tx
    .update(users)
    .set({ anonymizationRequestedAt: requestedAt })
    .where(and(eq(users.id, userId), isNull(users.anonymizationRequestedAt)))
    .returning({ email: users.email, locale: users.locale })
  return user && { ...user, requestedAt }
}

/**
 * Cancels the deletion, as long as nothing was erased.
 *
 * @returns the reader; undefined when there was nothing to cancel
 */
export async function unmarkAnonymization(tx: Tx, userId: number) {
  const [user] = await tx
    .update(users)
    .set({ anonymizationRequestedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.anonymizationRequestedAt), isNull(users.anonymizedAt)))
    .returning({ email: users.email, locale: users.locale })
  return user
}

/**
 * Since when an account waits for its deletion, and when it comes: thirty days later at the same hour of the
 * publisher's clock; the later one of an hour that comes twice, by which PostgreSQL finds who is due.
 */
export function describeAnonymization(requestedAt: Temporal.Instant): Anonymization {
  const dueAt = requestedAt
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .add({ days: anonymizationRules.graceDays })
    .toZonedDateTime(timeZone, { disambiguation: 'later' })
    .toInstant()
  return { requested_at: requestedAt.toString(), due_at: dueAt.toString() }
}
