import { and, eq } from 'drizzle-orm'
import { AppError, refusal } from '#server/platform/app-error.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { vatRates } from './tables.ts'
import { lawfulRates, type VatKind, type VatRate } from './vat.ts'

/** All VAT rates: those in the code and those that were planned; for the same day the planned one wins. */
export async function readVatRates(db: Db | Tx): Promise<(VatRate & { isPlanned: boolean })[]> {
  const planned = (await db.select().from(vatRates)).map(({ kind, fromDay, percent }) => ({
    kind,
    from: fromDay,
    percent,
    isPlanned: true,
  }))
  const replaced = new Set(planned.map(({ kind, from }) => `${kind} ${from}`))
  const known = lawfulRates.filter(({ kind, from }) => !replaced.has(`${kind} ${from}`))
  return [...planned, ...known.map(rate => ({ ...rate, isPlanned: false }))]
}

/**
 * Plans a VAT rate that a law brings. Only for days to come: what was invoiced was invoiced with the rate of its day.
 *
 * @param tx transaction of the decision
 * @returns the percent that was planned for this day before, if any was
 * @throws AppError `operation_refused` when the day has begun
 */
export async function planVatRate(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  rate: VatRate,
): Promise<number | undefined> {
  requireToCome(deps, rate.from)
  const { kind, from: fromDay, percent } = rate
  const [before] = await tx
    .select({ percent: vatRates.percent })
    .from(vatRates)
    .where(and(eq(vatRates.kind, kind), eq(vatRates.fromDay, fromDay)))
    .for('update')
  await tx
    .insert(vatRates)
    .values({ kind, fromDay, percent })
    .onConflictDoUpdate({ target: [vatRates.kind, vatRates.fromDay], set: { percent } })
  return before?.percent
}

/**
 * Takes back a rate that was planned.
 *
 * @returns its percent
 * @throws AppError `not_found`; `operation_refused` when the day has begun
 */
export async function cancelVatRate(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { kind, from }: { kind: VatKind; from: string },
): Promise<number> {
  requireToCome(deps, from)
  const [gone] = await tx
    .delete(vatRates)
    .where(and(eq(vatRates.kind, kind), eq(vatRates.fromDay, from)))
    .returning({ percent: vatRates.percent })
  if (!gone) throw new AppError({ key: 'not_found', field: 'from' })
  return gone.percent
}

function requireToCome({ clock }: Pick<Deps, 'clock'>, day: string): void {
  const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
  if (Temporal.PlainDate.compare(day, today) > 0) return
  throw refusal('Choose a day to come: what was paid already has the rate of its day.', 'from')
}
