import { and, asc, eq } from 'drizzle-orm'
import type { changeObstacles } from '#contract/recurrence/change-subscription.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { findHoldings, type Holding } from '../holdings.ts'
import { journeysOf } from '../journeys.ts'
import { nextPeriod } from '../next-period.ts'
import { type CarriedRenewal, findCarriedRenewal } from '../renewal/carried-renewal.ts'
import { chargeTime } from '../renewal/plan-renewal.ts'
import { type Locking, liveStates } from '../renewal/store.ts'
import { products, subscriptions } from '../tables.ts'
import { isPaused } from './pause-rules.ts'
import { type ChangeQuote, quoteChange } from './quote-change.ts'

type Product = typeof products.$inferSelect
type Renewal = CarriedRenewal['row']['renewal']
type Obstacle = (typeof changeObstacles)[number]

/** A renewal by card whose product can be changed. */
export type Changeable = CarriedRenewal & {
  row: CarriedRenewal['row'] & { card: NonNullable<CarriedRenewal['row']['card']> }
  /** The last period that is paid for. */
  held: Holding
  quotes: ChangeQuote[]
}

/** What a subscription can be changed for, or why it cannot. */
export type FoundChanges = {
  subscription: { endsAt: Temporal.Instant; product: Product }
  found: { obstacle: null; changeable: Changeable } | { obstacle: Obstacle; changeable: undefined }
}

/**
 * Finds what a subscription can be changed for at this moment.
 *
 * @param locking of its renewal, by who writes what is found
 * @throws AppError `subscription_not_found`
 */
export async function findChanges(
  tx: Tx,
  { userId, subscriptionId }: { userId: number; subscriptionId: number },
  now: Temporal.Instant,
  locking?: Locking,
): Promise<FoundChanges> {
  const [own] = await tx
    .select({ endsAt: subscriptions.endsAt, product: products })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .where(and(eq(subscriptions.id, subscriptionId), eq(subscriptions.userId, userId)))
  if (!own) throw new AppError('subscription_not_found')
  const carried = await findCarriedRenewal(tx, subscriptionId, { userId, now }, locking)
  const all = await findHoldings(tx, [userId], now)
  const last = carried?.behind ?? carried?.row.subscription
  const held = all.find(each => each.id === last?.id)
  const subscription = held ?? own
  const obstacle = changeObstacle(subscription.product, carried?.row.renewal)
  if (obstacle) return { subscription, found: { obstacle, changeable: undefined } }
  const card = carried?.row.card
  if (!carried || !card || !held) {
    return { subscription, found: { obstacle: 'change_stopped', changeable: undefined } }
  }
  const row = { ...carried.row, card }
  const quotes = await quoteAll(tx, { ...carried, row }, { held, all, now })
  return { subscription, found: { obstacle: null, changeable: { ...carried, row, held, quotes } } }
}

/**
 * Why a subscription can't be changed for another.
 *
 * @param product of the last period that is paid for
 * @param renewal that prolongs it
 */
export function changeObstacle(
  product: Pick<Product, 'audience' | 'renewsInto'>,
  renewal: Pick<Renewal, 'cardId' | 'state' | 'pausedUntil' | 'chargeAt'> | undefined,
): Obstacle | null {
  if (journeysOf(product).share) return 'change_not_for_one'
  if (!renewal || renewal.cardId === null) return 'change_not_by_card'
  if (renewal.state === 'user_stop') return 'change_not_renewing'
  if (renewal.state !== 'active') return 'change_stopped'
  return isPaused(renewal) ? 'change_paused' : null
}

async function quoteAll(
  tx: Tx,
  { row, behind }: CarriedRenewal,
  { held, all, now }: { held: Holding; all: readonly Holding[]; now: Temporal.Instant },
): Promise<ChangeQuote[]> {
  const rows = await tx.select().from(products).orderBy(asc(products.priceCents), asc(products.code))
  const { renewal, subscription, nextProduct } = row
  const isCharging = renewal.paymentId !== null && !behind
  const renewed = isCharging ? renewal.nextProductCode : productBefore(row)
  const nextCode = behind?.product.renewsInto ?? renewed
  const others = all
    .filter(each => each.id !== held.id)
    .map(each => ({
      ...each,
      next: rows.find(({ code }) => code === nextOf(each, renewal.id)),
      hasRenewal:
        each.renewal !== null && each.renewal.id !== renewal.id && liveStates.includes(each.renewal.state),
    }))
  const present = {
    held,
    chargedUntil: isCharging
      ? nextPeriod(subscription.anchorAt, subscription.endsAt, nextProduct.length).endsAt
      : undefined,
    chargeAt: behind ? chargeTime(behind.endsAt) : renewal.chargeAt,
    isUntried: renewal.paymentId === null && renewal.failedAttempts === 0,
    others,
  }
  return rows
    .filter(each => each.sold && journeysOf(each).change && each.code !== nextCode)
    .flatMap(each => quoteChange(present, each, now) ?? [])
}

/** The product that a renewal had before a planned change, or has. */
const productBefore = ({ renewal }: CarriedRenewal['row']) =>
  renewal.plannedChange?.former?.productCode ?? renewal.nextProductCode

/** What another renewal charges, or would again if its reader turned it on. */
const nextOf = ({ renewal }: Holding, besides: number) =>
  renewal && renewal.id !== besides && (renewal.state === 'active' || renewal.state === 'user_stop')
    ? renewal.nextProductCode
    : undefined
