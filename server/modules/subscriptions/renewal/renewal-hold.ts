import { and, count, desc, eq, gt, isNotNull, isNull, lte, max, sql } from 'drizzle-orm'
import { isModeSet, readServiceMode } from '#server/modules/service-mode/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { recurringProfiles, renewalHolds } from '../tables.ts'

/** A renewal overdue for longer counts as missed: the clock has jumped, or no worker ran. */
const missedAfter = { hours: 48 }

type Hold = typeof renewalHolds.$inferSelect

/**
 * Whether no renewal is charged until a person says so, or while readers could not turn theirs off; part of the
 * statement that claims them.
 */
export const isHeld = (now: Temporal.Instant) =>
  sql<boolean>`(exists (select 1 from ${renewalHolds} where ${renewalHolds.releasedAt} is null) or ${isModeSet(now)})`

/**
 * Holds all renewals when more of them were missed than the publisher's setting allows (R11.10). Those that a person has
 * released before are not counted again.
 *
 * @param tx transaction that would claim renewals
 */
export async function holdWhenMissed(
  tx: Tx,
  { clock, settings, log }: Pick<Deps, 'clock' | 'settings' | 'log'>,
): Promise<void> {
  const { overdueRenewalsLimit: limit } = settings
  const now = clock.now()
  const missed = await countMissed(tx, now, limit + 1)
  if (missed <= limit) return
  const [hold] = await tx
    .insert(renewalHolds)
    .values({ heldAt: now, missed })
    .onConflictDoNothing()
    .returning({ id: renewalHolds.id })
  if (!hold) return
  const err = new Error(`More than ${limit} renewals are overdue by more than 48 hours`)
  log.error({ err }, 'renewals are held until somebody releases them: npm run ops -- renewals show')
}

/** How it stands with the charging of renewals. */
export async function readHold(db: Db | Tx, { clock }: Pick<Deps, 'clock'>) {
  const now = clock.now()
  const [open] = await db.select().from(renewalHolds).where(isNull(renewalHolds.releasedAt))
  const [due] = await db
    .select({ count: count() })
    .from(recurringProfiles)
    .where(and(isCharged, lte(recurringProfiles.chargeAt, now)))
  return {
    hold: open ?? null,
    due: due?.count ?? 0,
    missed: await countMissed(db, now),
    isClosed: (await readServiceMode({ db, clock })) !== undefined,
  }
}

/**
 * Holds all renewals because a person says so. What is at the gateway already is settled.
 *
 * @throws AppError `operation_refused` when they are held
 */
export async function holdRenewals(tx: Tx, { clock }: Pick<Deps, 'clock'>): Promise<Hold> {
  const [hold] = await tx
    .insert(renewalHolds)
    .values({ heldAt: clock.now() })
    .onConflictDoNothing()
    .returning()
  if (!hold) throw refused('Renewals are held already.')
  return hold
}

/**
 * Lets renewals be charged again, also those that were missed by now.
 *
 * @throws AppError `operation_refused` when they are not held
 */
export async function releaseRenewals(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
): Promise<{ before: Hold; after: Hold }> {
  const [before] = await tx.select().from(renewalHolds).orderBy(desc(renewalHolds.id)).limit(1).for('update')
  const [after] = before
    ? await tx
        .update(renewalHolds)
        .set({ releasedAt: clock.now() })
        .where(and(eq(renewalHolds.id, before.id), isNull(renewalHolds.releasedAt)))
        .returning()
    : []
  if (!before || !after) throw refused('Renewals are not held.')
  return { before, after }
}

const isCharged = and(eq(recurringProfiles.state, 'active'), isNotNull(recurringProfiles.cardId))

/** @param most where counting ends */
async function countMissed(db: Db | Tx, now: Temporal.Instant, most?: number): Promise<number> {
  const [last] = await db.select({ at: max(renewalHolds.releasedAt) }).from(renewalHolds)
  const missed = db
    .select({ id: recurringProfiles.id })
    .from(recurringProfiles)
    .where(
      and(
        isCharged,
        lte(recurringProfiles.chargeAt, now.subtract(missedAfter)),
        last?.at ? gt(recurringProfiles.chargeAt, last.at) : undefined,
      ),
    )
  const [row] = await db
    .select({ count: count() })
    // In their order, so that they are found by their index: many are guessed, and the first few then looked for in all.
    .from((most === undefined ? missed : missed.orderBy(recurringProfiles.chargeAt).limit(most)).as('missed'))
  return row?.count ?? 0
}

const refused = (message: string) => new AppError({ key: 'operation_refused', message })
