import { and, asc, isNotNull, isNull, sql } from 'drizzle-orm'
import { anonymizationRules } from '#contract/privacy/anonymization.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { users } from '../identity/tables.ts'

/** One reader whose thirty days are over and with whom no other worker is busy, locked for this transaction. */
export async function findDueReader(tx: Tx, now: Temporal.Instant) {
  const dueAt = sql`(${users.anonymizationRequestedAt} at time zone ${timeZone}
    + make_interval(days => ${anonymizationRules.graceDays})) at time zone ${timeZone}`
  const [user] = await tx
    .select({
      id: users.id,
      email: users.email,
      phone: users.phone,
      locale: users.locale,
      confirmedAt: users.confirmedAt,
    })
    .from(users)
    .where(
      and(
        isNotNull(users.anonymizationRequestedAt),
        isNull(users.anonymizedAt),
        sql`${dueAt} <= ${now.toString()}::timestamptz`,
      ),
    )
    .orderBy(asc(users.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return user
}
