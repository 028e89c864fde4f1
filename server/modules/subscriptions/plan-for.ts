import { eq, inArray } from 'drizzle-orm'
import { abroadIn } from '#contract/orders/abroad.ts'
import type { PurchasePlan as Described } from '#contract/orders/purchase-plan.ts'
import type { Locale } from '#contract/wire.ts'
import { findInvoiceAddresses } from '#server/modules/invoices/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { endOfPeriod } from './grant-subscription.ts'
import { findHoldings, type Holding } from './holdings.ts'
import { journeysOf } from './journeys.ts'
import { grossPrice } from './price.ts'
import { laterOf, type PurchasePlan, planPurchase } from './purchase-plan.ts'
import { chargeTime } from './renewal/plan-renewal.ts'
import { priceDue } from './renewal/renewal-price.ts'
import { products, subscriptions } from './tables.ts'
import { endOfWithdrawal } from './withdrawal-time.ts'

type Product = typeof products.$inferSelect

/**
 * How a product relates to what a reader has at this moment: if it may begin at once, and if it has to wait until the
 * time of withdrawal is over. The latter is undefined where that is the same, or where nobody waits: an upgrade takes
 * the place of what runs now at today's price, a gift begins when it is activated, a company has no such time.
 */
export const plansFor = async (
  db: Db | Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, product }: { userId: number; product: Product },
): Promise<{ atOnce: PurchasePlan<Holding>; later: PurchasePlan<Holding> | undefined }> => {
  const now = clock.now()
  const held = await findHoldings(db, [userId], now)
  const atOnce = planPurchase(held, product, now)
  if (atOnce.begins === 'instead' || !journeysOf(product).join) {
    return { atOnce, later: undefined }
  }
  const startsAt = laterOf(atOnce.startsAt, endOfWithdrawal(now))
  if (startsAt.equals(atOnce.startsAt)) return { atOnce, later: undefined }
  return { atOnce, later: { ...atOnce, startsAt, endsAt: endOfPeriod(startsAt, product.length) } }
}

/** Subscriptions as shown beside a purchase, sorted by their end. */
export async function findPresent(db: Db | Tx, ids: readonly number[], locale: Locale) {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: subscriptions.id, endsAt: subscriptions.endsAt, product: products })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .where(inArray(subscriptions.id, [...ids]))
    .orderBy(subscriptions.endsAt, subscriptions.id)
  return rows.map(row => describePresent(row, locale))
}

/**
 * Tells a reader how buying a product would relate to what the reader has (R11.01).
 *
 * @throws AppError `product_not_sold`
 */
export async function readPurchasePlan(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { userId, isAnonymizationPending = false }: Actor,
  { code, locale }: { code: string; locale: Locale },
): Promise<Described> {
  const [product] = await deps.db.select().from(products).where(eq(products.code, code))
  if (!product?.sold) throw new AppError({ key: 'product_not_sold', field: 'product' })
  const { atOnce: plan, later } = await plansFor(deps.db, deps, { userId, product })
  const running =
    plan.begins === 'after' || plan.begins === 'instead'
      ? plan.present.find(each => each.renewal?.state === 'active' && !each.renewsElsewhere)?.renewal
      : undefined
  const nextCode = product.renewsInto ?? running?.nextProductCode ?? null
  const [invoiced] = (await findInvoiceAddresses(deps.db, [userId])).get(userId) ?? []
  const [next] =
    nextCode === null ? [] : await deps.db.select().from(products).where(eq(products.code, nextCode))
  // A renewal of the same product goes on at the price that its reader knows.
  const describePeriod = ({ startsAt, endsAt }: PurchasePlan) => {
    const at = chargeTime(endsAt)
    const payment = next && {
      at: at.toString(),
      price: {
        amount: running?.nextProductCode === next.code ? priceDue(running, at) : grossPrice(next),
        currency: 'EUR' as const,
      },
      type: { code: next.code, name: localized(next, 'name', locale) },
    }
    return {
      period: { from: startsAt.toString(), to: endsAt.toString() },
      next_payment: { card: payment ?? null, bank_transfer: (running && payment) ?? null },
    }
  }
  return {
    begins: plan.begins,
    price: { amount: plan.priceCents, currency: 'EUR' },
    credit: { amount: plan.creditCents, currency: 'EUR' },
    ...describePeriod(plan),
    later: later ? describePeriod(later) : null,
    invoice_abroad: !deps.settings.sellsAbroad && invoiced !== undefined && abroadIn(invoiced) !== undefined,
    anonymization_pending: isAnonymizationPending,
    for_the_rest: plan.isForTheRest,
    present: plan.present.map(each => describePresent(each, locale)),
  }
}

const describePresent = (
  { id, endsAt, product }: { id: number; endsAt: Temporal.Instant; product: Product },
  locale: Locale,
) => ({ id, name: localized(product, 'name', locale), until: endsAt.toString() })
