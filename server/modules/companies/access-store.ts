import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { accessSorts, accessStates } from '#contract/companies/companies.ts'
import { normaliseEmail } from '#server/modules/identity/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import { prepareLookup } from '#server/platform/database/prepare-lookup.ts'
// Joined for reading only: the rows belong to other modules.
import { devices } from '../devices/tables.ts'
import { users } from '../identity/tables.ts'
import { accesses } from './tables.ts'

/** An access, with the address of the account that took it. */
export type AccessRow = typeof accesses.$inferSelect & { readerEmail: string | null }

/**
 * Addresses by which an access is known: its own, and that of the account that took it. Of the stored ones some have an
 * internationalised domain as it was typed.
 */
export const addressesOf = ({ email, readerEmail }: Pick<AccessRow, 'email' | 'readerEmail'>): string[] =>
  (readerEmail === null ? [email] : [email, readerEmail]).map(normaliseEmail)

const isReader = and(eq(users.id, accesses.userId), isNull(users.anonymizedAt))

const selectAccesses = (db: Db | Tx) =>
  db
    .select({ ...getTableColumns(accesses), readerEmail: users.email })
    .from(accesses)
    .leftJoin(users, isReader)

/** Prepares the accesses that wait for a reader's own confirmed e-mail; the one whose link works longest first. */
export const prepareWaitingAccesses = (db: Db) =>
  prepareLookup(
    users.id,
    (isAskedFor, suffix) =>
      db
        .select({
          readerId: users.id,
          subscriptionId: accesses.subscriptionId,
          linkKey: accesses.linkKey,
          linkExpiresAt: accesses.linkExpiresAt,
        })
        .from(accesses)
        .innerJoin(users, and(eq(users.email, accesses.email), isNotNull(users.confirmedAt)))
        .where(and(isAskedFor, isNull(accesses.userId), isNull(accesses.deactivatedAt)))
        .orderBy(desc(accesses.linkExpiresAt))
        .prepare(`companies_waiting_accesses${suffix}`),
    row => row.readerId,
  )

/** Number of accesses that take a seat, by subscription. */
export async function countUsed(
  db: Db | Tx,
  subscriptionIds: readonly number[],
): Promise<Map<number, number>> {
  if (subscriptionIds.length === 0) return new Map()
  const rows = await db
    .select({ id: accesses.subscriptionId, used: sql`count(*)`.mapWith(Number) })
    .from(accesses)
    .where(and(inArray(accesses.subscriptionId, [...subscriptionIds]), isNull(accesses.deactivatedAt)))
    .groupBy(accesses.subscriptionId)
  return new Map(rows.map(({ id, used }) => [id, used]))
}

/** All accesses of a subscription. Sort key: those that take a seat first, then the address. */
export const findAccesses = (db: Db | Tx, subscriptionId: number): Promise<AccessRow[]> =>
  selectAccesses(db)
    .where(eq(accesses.subscriptionId, subscriptionId))
    .orderBy(sql`${accesses.deactivatedAt} is not null`, asc(accesses.email), desc(accesses.id))

export type AccessFilter = {
  /** Each stands in the address or in that of the account; folded. */
  words: readonly string[]
  state?: (typeof accessStates)[number] | undefined
}

/** As `accessState`. */
const stateAt = (now: Temporal.Instant) => sql`case
  when ${accesses.deactivatedAt} > ${now.toString()}::timestamptz then 'ending'
  when ${accesses.deactivatedAt} is not null then 'deactivated'
  when ${accesses.activeFrom} is null then 'waiting' else 'active' end`
const stands = (word: string) =>
  sql`(position(${word} in ${accesses.email}) > 0 or position(${word} in coalesce(${users.email}, '')) > 0)`
const isMatch = ({ words, state }: AccessFilter, now: Temporal.Instant) =>
  and(state && sql`${stateAt(now)} = ${state}`, ...words.map(stands)) ?? sql`true`

/** When the reader last read anything since the access was taken; no other reading is its administrator's business. */
const lastUsedAt = (now: Temporal.Instant) =>
  sql<Temporal.Instant | null>`(select max(${devices.lastActivity}) from ${devices}
  where ${devices.userId} = ${accesses.userId} and ${devices.lastActivity} >= ${accesses.activeFrom}
    and ${stateAt(now)} <> 'deactivated')`.mapWith(devices.lastActivity)

const byEmail = [sql`${accesses.deactivatedAt} is not null`, asc(accesses.email), desc(accesses.id)]
const accessOrders = {
  email: () => byEmail,
  state: now => [
    sql`array_position(array['waiting', 'active', 'ending', 'deactivated'], ${stateAt(now)})`,
    ...byEmail,
  ],
  last_used: now => [sql`${lastUsedAt(now)} desc nulls last`, ...byEmail],
  unused: now => [sql`${stateAt(now)} <> 'active'`, sql`${lastUsedAt(now)} asc nulls first`, ...byEmail],
} satisfies Record<(typeof accessSorts)[number], (now: Temporal.Instant) => SQL[]>

/** A page of a subscription's accesses, each with its last use. */
export const findAccessPage = (
  db: Db,
  subscriptionId: number,
  page: AccessFilter & { sort: keyof typeof accessOrders; limit: number; offset: number },
  now: Temporal.Instant,
) =>
  db
    .select({
      ...getTableColumns(accesses),
      readerEmail: users.email,
      lastUsedAt: lastUsedAt(now),
    })
    .from(accesses)
    .leftJoin(users, isReader)
    .where(and(eq(accesses.subscriptionId, subscriptionId), isMatch(page, now)))
    .orderBy(...accessOrders[page.sort](now))
    .limit(page.limit)
    .offset(page.offset)

/**
 * How many accesses a subscription has by state, and how many match.
 *
 * @param own the administrator, who may have another address since the access was taken
 */
export async function countAccesses(
  db: Db,
  subscriptionId: number,
  filter: AccessFilter,
  own: { id: number; email: string },
  now: Temporal.Instant,
) {
  const count = (what: SQL) => sql`count(*) filter (where ${what})`.mapWith(Number)
  const state = stateAt(now)
  return onlyRow(
    await db
      .select({
        waiting: count(sql`${state} = 'waiting'`),
        active: count(sql`${state} = 'active'`),
        ending: count(sql`${state} = 'ending'`),
        deactivated: count(sql`${state} = 'deactivated'`),
        total: count(isMatch(filter, now)),
        own: count(sql`(${accesses.userId} = ${own.id} or ${accesses.email} = ${own.email})
          and ${state} <> 'deactivated'`),
      })
      .from(accesses)
      .leftJoin(users, isReader)
      .where(eq(accesses.subscriptionId, subscriptionId)),
  )
}

/** Query of the readers of an access: who has taken it, and whose e-mail it was given to. */
export const peopleOf = (tx: Tx, id: number) =>
  union(
    tx.select({ id: accesses.userId }).from(accesses).where(eq(accesses.id, id)),
    tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(accesses, eq(accesses.email, users.email))
      .where(eq(accesses.id, id)),
  )

export async function findAccess(tx: Tx, subscriptionId: number, id: number): Promise<AccessRow | undefined> {
  const [row] = await selectAccesses(tx).where(
    and(eq(accesses.subscriptionId, subscriptionId), eq(accesses.id, id)),
  )
  return row
}

export async function findAccessByLinkKey(db: Db | Tx, linkKey: string): Promise<AccessRow | undefined> {
  const [row] = await selectAccesses(db).where(eq(accesses.linkKey, linkKey))
  return row
}
