import { and, asc, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { anonymizationRules } from '#contract/privacy/anonymization.ts'
import { isModeSet } from '#server/modules/service-mode/index.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/jobs/each-alone.ts'
import { users } from '../identity/tables.ts'

const isDue = (now: Temporal.Instant) => {
  const dueAt = sql`(${users.anonymizationRequestedAt} at time zone ${timeZone}
    + make_interval(days => ${anonymizationRules.graceDays})) at time zone ${timeZone}`
  return and(
    isNotNull(users.anonymizationRequestedAt),
    isNull(users.anonymizedAt),
    // It could not be withdrawn.
    not(isModeSet(now)),
    sql`${dueAt} <= ${now.toString()}::timestamptz`,
  )
}

const findPage = (db: Db, which: SQL | undefined, page: Page) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(which, page.isNext(users.id)))
    .orderBy(asc(users.id))
    .limit(page.limit)

/** Locked for this transaction; none when it no longer applies, or another worker has locked it. */
async function lockOne(tx: Tx, which: SQL | undefined, id: number) {
  const { email, phone, locale, confirmedAt } = users
  const isIt = eq(users.id, id)
  const held = await tx.select({ id: users.id }).from(users).where(isIt).for('update', { skipLocked: true })
  if (held.length === 0) return undefined
  // Asked by a second statement: the one that locks does not see what was written of the reader since it began.
  const [user] = await tx
    .select({ id: users.id, email, phone, locale, confirmedAt })
    .from(users)
    .where(and(which, isIt))
  return user
}

/** Readers whose thirty days are over. */
export const findDueReaders = (db: Db, now: Temporal.Instant, page: Page) => findPage(db, isDue(now), page)

/** One of them, locked. */
export const lockDueReader = (tx: Tx, now: Temporal.Instant, id: number) => lockOne(tx, isDue(now), id)

/** Days after which an account that was never confirmed, used or paid in is erased. */
export const unconfirmedDays = 90

const isForsaken = (now: Temporal.Instant) =>
  and(
    isNull(users.confirmedAt),
    eq(users.wasConfirmed, false),
    isNull(users.anonymizedAt),
    isNull(users.anonymizationRequestedAt),
    // It could not be confirmed.
    not(isModeSet(now)),
    sql`${users.registeredAt} < ${now.toString()}::timestamptz - make_interval(days => ${unconfirmedDays})`,
    sql`not exists (select from sessions where user_id = users.id
      and last_used_at >= ${now.toString()}::timestamptz - make_interval(days => ${unconfirmedDays}))`,
    ...['subscriptions', 'payments', 'extern_accounts', 'accesses', 'forum_profiles', 'follows'].map(
      table => sql`not exists (select from ${sql.identifier(table)} where user_id = users.id)`,
    ),
    // Somebody has asked for it, who has yet to open it.
    sql`not exists (select from mailed_links where user_id = users.id and expires_at > ${now.toString()}::timestamptz)`,
    sql`not exists (select from gifts where buyer_id = users.id)`,
    sql`not exists (select from shared_subscriptions where administrator_id = users.id)`,
  )

/** Readers who never verified a mailbox and left nothing else. */
export const findUnconfirmed = (db: Db, now: Temporal.Instant, page: Page) =>
  findPage(db, isForsaken(now), page)

/** One of them, locked. */
export const lockUnconfirmed = (tx: Tx, now: Temporal.Instant, id: number) => lockOne(tx, isForsaken(now), id)
