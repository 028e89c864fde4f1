import { and, asc, eq, gt, inArray, isNotNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#contract/wire.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { databaseErrorOf } from '#server/platform/database/database-error.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
// Read for the address of an account only: the rows belong to the identity module.
import { users } from '../identity/tables.ts'
import { newsletterDecisions, newsletterRecipients, newsletterSignups, newsletters } from './tables.ts'

type ChangedBy = typeof newsletterSignups.$inferSelect.changedBy
export type SignupRow = Pick<
  typeof newsletterSignups.$inferSelect,
  'newsletterCode' | 'state' | 'changedAt' | 'changedBy' | 'snoozedUntil'
>

/** The whole catalogue in the publisher's order. */
export const findCatalogue = (db: Db) =>
  db.select().from(newsletters).orderBy(asc(newsletters.order), asc(newsletters.id))

/** Newsletters by code; fewer than asked for when some are not there. */
export const findNewsletters = (db: Db | Tx, codes: readonly string[]) =>
  db
    .select()
    .from(newsletters)
    .where(inArray(newsletters.code, [...codes]))
    .orderBy(asc(newsletters.order), asc(newsletters.id))

/** The reader's address with its mailbox, if there is one. */
export async function findReader(db: Db | Tx, userId: number) {
  const [reader] = await db
    .select({
      email: users.email,
      locale: users.locale,
      confirmedAt: users.confirmedAt,
      anonymizationRequestedAt: users.anonymizationRequestedAt,
      recipientId: newsletterRecipients.id,
    })
    .from(users)
    .leftJoin(newsletterRecipients, eq(newsletterRecipients.email, users.email))
    .where(eq(users.id, userId))
  return reader
}

export async function findRecipientId(db: Db | Tx, email: string): Promise<number | undefined> {
  const [recipient] = await db
    .select({ id: newsletterRecipients.id })
    .from(newsletterRecipients)
    .where(eq(newsletterRecipients.email, email))
  return recipient?.id
}

/** Mailboxes to which nothing is sent at a moment. */
export const isPaused = (now: Temporal.Instant) => gt(newsletterRecipients.pausedUntil, dayOf(now).toString())

/** The day from which a mailbox gets newsletters again, unless it gets them now. */
export async function findPausedUntil(
  db: Db | Tx,
  recipientId: number,
  now: Temporal.Instant,
): Promise<string | null> {
  const [paused] = await db
    .select({ until: newsletterRecipients.pausedUntil })
    .from(newsletterRecipients)
    .where(and(eq(newsletterRecipients.id, recipientId), isPaused(now)))
  return paused?.until ?? null
}

/** Upserts the mailbox of an address; concurrent calls get the same row. */
export async function ensureRecipient(
  tx: Tx,
  mailbox: { email: string; locale: Locale; now: Temporal.Instant },
): Promise<number> {
  const recipient = onlyRow(
    await tx
      .insert(newsletterRecipients)
      .values({ email: mailbox.email, locale: mailbox.locale, createdAt: mailbox.now })
      // No-op update, so that the id of an existing row is returned.
      .onConflictDoUpdate({ target: newsletterRecipients.email, set: { email: sql`excluded.email` } })
      .returning({ id: newsletterRecipients.id }),
  )
  return recipient.id
}

/**
 * Gives a mailbox the new address of its reader, with all that was decided for it (decision 010). An address that has
 * decided something itself keeps that instead; one that another account has confirmed by now keeps what is its own.
 *
 * @param tx transaction that changes the reader's address, which is known to be the reader's
 * @returns whether there was a mailbox to move, and none at the new address
 */
export async function moveMailbox(tx: Tx, from: string, to: string): Promise<boolean> {
  const owner = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, from), isNotNull(users.confirmedAt)))
  const move = (savepoint: Tx) =>
    savepoint
      .update(newsletterRecipients)
      .set({ email: to })
      .where(and(eq(newsletterRecipients.email, from), notExists(owner)))
      .returning({ id: newsletterRecipients.id })
  try {
    return (await tx.transaction(move)).length > 0
  } catch (error) {
    // Also one that has decided since a moment ago: the unique index decides.
    if (databaseErrorOf(error)?.constraint === 'newsletter_recipients_email_unique') return false
    throw error
  }
}

export const findSignups = (db: Db | Tx, recipientId: number): Promise<SignupRow[]> =>
  db.select().from(newsletterSignups).where(eq(newsletterSignups.recipientId, recipientId))

type Change = { recipientId: number; codes: readonly string[]; by: ChangedBy; now: Temporal.Instant }

/** Signs a mailbox up. Idempotent. @returns codes that changed */
export async function writeSignUps(tx: Tx, { recipientId, codes, by, now }: Change): Promise<string[]> {
  const changed = await tx
    .insert(newsletterSignups)
    // One lock order, so that concurrent calls don't deadlock.
    .values(
      [...codes].sort().map(newsletterCode => ({
        recipientId,
        newsletterCode,
        state: 'on' as const,
        changedAt: now,
        changedBy: by,
      })),
    )
    .onConflictDoUpdate({
      target: [newsletterSignups.recipientId, newsletterSignups.newsletterCode],
      set: { state: 'on', changedAt: now, changedBy: by, snoozedUntil: null },
      setWhere: sql`${newsletterSignups.state} <> 'on' or ${gt(newsletterSignups.snoozedUntil, now)}`,
    })
    .returning({ code: newsletterSignups.newsletterCode })
  return recordDecisions(tx, { recipientId, codes: changed.map(each => each.code), by, now }, 'on')
}

/**
 * Updates existing decisions; inserts none. A sign-off and its undoing leave a snooze as it was; what is on already and
 * turned on ends it.
 *
 * @param guard which rows, beyond the codes, may be changed
 * @returns codes that changed
 */
export async function changeSignups(
  tx: Tx,
  { recipientId, codes, by, now }: Change,
  to: { state: 'on' | 'off'; snoozedUntil?: Temporal.Instant },
  guard: SQL | undefined,
): Promise<string[]> {
  const { state, snoozedUntil } = newsletterSignups
  const snoozed = to.snoozedUntil ?? sql`case when ${state} <> ${to.state} then ${snoozedUntil} end`
  const changed = await tx
    .update(newsletterSignups)
    .set({ state: to.state, changedAt: now, changedBy: by, snoozedUntil: snoozed })
    .where(
      and(
        eq(newsletterSignups.recipientId, recipientId),
        inArray(newsletterSignups.newsletterCode, [...codes]),
        guard,
      ),
    )
    .returning({ code: newsletterSignups.newsletterCode })
  const decision = to.snoozedUntil ? 'snoozed' : to.state
  return recordDecisions(tx, { recipientId, codes: changed.map(each => each.code), by, now }, decision)
}

async function recordDecisions(
  tx: Tx,
  { recipientId, codes, by, now }: Change,
  decision: typeof newsletterDecisions.$inferInsert.decision,
): Promise<string[]> {
  if (codes.length > 0) {
    await tx
      .insert(newsletterDecisions)
      .values(
        codes.map(newsletterCode => ({ recipientId, newsletterCode, decision, madeAt: now, madeBy: by })),
      )
  }
  return [...codes]
}
