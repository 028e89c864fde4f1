import { and, asc, eq } from 'drizzle-orm'
import type { Offer } from '#contract/recurrence/recurrence.ts'
import { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { localized } from '#server/platform/localized.ts'
import { findHoldings } from '../holdings.ts'
import { isReplacedBy, isWhole } from '../paid-periods.ts'
import { grossPrice } from '../price.ts'
import { chargeTime } from '../renewal/plan-renewal.ts'
import { findLiveRenewal, type RenewalRow } from '../renewal/store.ts'
import { findOwnSubscription } from '../store.ts'
import { subscriptionState } from '../subscription-state.ts'
import { products } from '../tables.ts'
import { type Upgrade, upgradeFor } from './offers.ts'

/** A renewal by card, with the upgrade that is offered instead of it. */
export type Offered = {
  row: RenewalRow & { card: NonNullable<RenewalRow['card']> }
  present: typeof products.$inferSelect
  upgrade: Upgrade
}

/**
 * What a reader can have instead of turning the renewal off (R4.07): nothing, or the upgrade to premium without ads.
 *
 * @throws AppError `subscription_not_found`
 */
export async function listOffers(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { subscriptionId: number; locale: Locale },
): Promise<Offer[]> {
  const offered = await deps.db.transaction(async tx => {
    if (!(await findOwnSubscription(tx, actor.userId, input.subscriptionId))) {
      throw new AppError('subscription_not_found')
    }
    return findOffered(tx, actor.userId, input.subscriptionId, deps.clock.now())
  })
  return offered ? [describe(offered, input.locale, deps.clock.now())] : []
}

/** What is offered right now; the renewal is locked until the end of the transaction. */
export async function findOffered(
  tx: Tx,
  userId: number,
  subscriptionId: number,
  now: Temporal.Instant,
): Promise<Offered | undefined> {
  const row = await findLiveRenewal(tx, subscriptionId, userId)
  // Not while the next period is being charged, nor where no card is there to be charged.
  if (!row || row.card === null || row.renewal.state !== 'active' || row.renewal.paymentId !== null) {
    return undefined
  }
  if (subscriptionState(row.subscription, now) !== 'active') return undefined
  if (Temporal.Instant.compare(now, row.renewal.chargeAt) >= 0 || row.renewal.failedAttempts > 0) {
    return undefined
  }
  const all = await findHoldings(tx, [userId], now)
  const held = all.find(each => each.id === subscriptionId)
  // A part of a period, e.g. one that replaced another, has no offer here; the shop shows the prorated price.
  if (!held || !isWhole(held)) return undefined
  const sold = await tx
    .select()
    .from(products)
    .where(and(eq(products.sold, true), eq(products.group, 'premium_plus')))
    .orderBy(asc(products.priceCents))
  const present = held.product
  const upgrade = upgradeFor({ subscription: row.subscription, product: present }, sold, now)
  // Where it would replace more than this one, the shop shows the price that is reduced by all of it (R11.01).
  if (!upgrade || all.some(each => each !== held && isReplacedBy(upgrade.product, each))) return undefined
  return { row: { ...row, card: row.card }, present, upgrade }
}

function describe({ row, present, upgrade }: Offered, locale: Locale, now: Temporal.Instant): Offer {
  const { product } = upgrade
  const gained = product.access.filter(flag => !present.access.includes(flag))
  return {
    code: upgrade.code,
    kind: 'upgrade',
    type: { code: product.code, name: localized(product, 'name', locale) },
    gained: gained.map(flag => AccessFlag.parse(flag)),
    price: { amount: upgrade.priceCents, currency: 'EUR' },
    period: { from: now.toString(), to: row.subscription.endsAt.toString() },
    next_payment: {
      at: chargeTime(row.subscription.endsAt).toString(),
      price: { amount: grossPrice(product), currency: 'EUR' },
    },
    card: { brand: row.card.brand, last4: row.card.last4, valid_until: row.card.validUntil },
  }
}
