import { and, asc, eq, isNull, lte, type SQL } from 'drizzle-orm'
import { AppError, refusal } from '#server/platform/app-error.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { plannedPrices, products } from './tables.ts'

type PlannedPrice = typeof plannedPrices.$inferSelect

const today = ({ clock }: Pick<Deps, 'clock'>): string =>
  clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString()

/**
 * Plans the price of a product from a day on. What was ordered before keeps its price; renewals that are charged from
 * then on have the new one.
 *
 * @param tx transaction of the decision
 * @param price with `priceCents` null the plan for that day is taken back
 * @returns what was planned for this day before, and what is now
 * @throws AppError `not_found` without such a product or plan; `operation_refused` when the day has begun, or the part
 *   for the printed daily is more than the whole
 */
export async function planPrice(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  price: { productCode: string; fromDay: string; priceCents: number | null; printCents: number },
): Promise<{ before: PlannedPrice | undefined; after: PlannedPrice | undefined }> {
  const { productCode, fromDay, priceCents, printCents } = price
  if (Temporal.PlainDate.compare(fromDay, today(deps)) <= 0) {
    throw refusal('Choose a day to come; to change the price at once, change the product.', 'from')
  }
  if (priceCents !== null && printCents > priceCents) {
    throw refusal('The part for the printed daily is more than the whole price.', 'print_cents')
  }
  const [product] = await tx
    .select()
    .from(products)
    .where(eq(products.code, productCode))
    .for('no key update')
  if (!product) throw new AppError({ key: 'not_found', field: 'code' })
  const which = and(eq(plannedPrices.productCode, productCode), eq(plannedPrices.fromDay, fromDay))
  const [before] = await tx.delete(plannedPrices).where(which).returning()
  if (priceCents === null) {
    if (!before) throw new AppError({ key: 'not_found', field: 'from' })
    return { before, after: undefined }
  }
  const [after] = await tx
    .insert(plannedPrices)
    .values({ productCode, fromDay, priceCents, printCents })
    .returning()
  return { before, after }
}

/**
 * Applies planned prices whose day has come, each product in a transaction of its own. The price shown and the price
 * charged are both the product's column, so they change together. Safe to run concurrently.
 */
export const applyPlannedPrices = (
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<number> => {
  const isDue = and(isNull(plannedPrices.appliedAt), lte(plannedPrices.fromDay, today(deps)))
  return eachAlone(deps, signal, {
    name: 'apply-prices',
    find: page =>
      deps.db
        .selectDistinct({ id: plannedPrices.productCode })
        .from(plannedPrices)
        .where(and(isDue, page.isNext(plannedPrices.productCode)))
        .orderBy(asc(plannedPrices.productCode))
        .limit(page.limit),
    act: ({ id }) =>
      deps.db.transaction(tx => applyPrices(tx, deps, and(isDue, eq(plannedPrices.productCode, id)))),
  })
}

/** Planned prices of one product, sorted by day. */
async function applyPrices(tx: Tx, { clock }: Pick<Deps, 'clock'>, which: SQL | undefined): Promise<void> {
  const due = await tx
    .select()
    .from(plannedPrices)
    .where(which)
    .orderBy(asc(plannedPrices.fromDay))
    .for('update')
  for (const { productCode, fromDay, priceCents, printCents } of due) {
    const [former] = await tx
      .select()
      .from(products)
      .where(eq(products.code, productCode))
      .for('no key update')
    await tx.update(products).set({ priceCents, printCents }).where(eq(products.code, productCode))
    await tx
      .update(plannedPrices)
      .set({ appliedAt: clock.now(), formerCents: former?.priceCents ?? null })
      .where(and(eq(plannedPrices.productCode, productCode), eq(plannedPrices.fromDay, fromDay)))
  }
}
