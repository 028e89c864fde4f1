import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { lockReader } from '#server/modules/identity/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import { endOfPeriod, endSubscription } from './grant-subscription.ts'
import { findHoldings, type Holding } from './holdings.ts'
import { findLastOfChains } from './last-of-chain.ts'
import { type AnnouncedPlan, planPaidPurchase } from './plan-paid-purchase.ts'
import type { PurchasePlan } from './purchase-plan.ts'
import { takeOverRenewals } from './renewal/carried-renewal.ts'
import { planRenewals } from './renewal/plan-renewal.ts'
import { takeBackChangesBeside } from './renewal/planned-change.ts'
import { postponePaid } from './renewal/postpone-paid.ts'
import { priceOfRenewal } from './renewal/renewal-price.ts'
import { findLiveRenewal, findRunningRenewals, type RenewalRow } from './renewal/store.ts'
import { stopRenewals } from './stop-renewals.ts'
import { products, subscriptions, upgrades } from './tables.ts'
import { leftCents } from './worth.ts'

type Purchase = {
  userId: number
  productCode: string
  payment: { id: number; amountCents: number; cardId: number | null }
  /** The period that it renews, when it is a company's own. */
  renews?: { id: number; endsAt: Temporal.Instant } | undefined
  /** The purchase plan that the reader was shown before pressing the button. */
  told?: AnnouncedPlan | null
  /** When it begins at the earliest. */
  notBefore?: Temporal.Instant | undefined
}

/** A subscription that was opened, how it relates to what its reader had, and the next payment. */
export type OpenedSubscription = typeof subscriptions.$inferSelect & {
  plan: Pick<PurchasePlan<Holding>, 'begins' | 'present' | 'isForTheRest'>
  next: { at: Temporal.Instant; priceCents: number } | null
}

/**
 * Opens the subscription that a reader has paid for, as shown before the purchase; where that no longer holds, planned
 * again by the same rule (R11.01). Paid by card it renews, when the product does; an existing renewal is carried over.
 *
 * @param tx transaction that settles the payment
 * @returns the subscription, and how it relates to what the reader had
 */
export async function openSubscription(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  { userId, productCode, payment, renews, told = null, notBefore }: Purchase,
): Promise<OpenedSubscription> {
  // Lock against a race: two orders of one reader that are paid at once would begin at the same moment.
  const reader = await lockReader(tx, userId)
  // Read twice: the first waits for charges under way, the second sees what they opened.
  await findRunningRenewals(tx, userId)
  await findRunningRenewals(tx, userId)
  const [product] = await tx.select().from(products).where(eq(products.code, productCode))
  if (!product) throw new Error('A product that was paid for is not there')
  const now = deps.clock.now()
  const held = await findHoldings(tx, [userId], now)
  const plan = planPaidPurchase(held, product, { told, paidCents: payment.amountCents, notBefore }, now)
  const [before] = plan.begins === 'after' ? plan.present : []
  const replaced = plan.begins === 'instead' ? plan.present : []
  // A company may have several subscriptions at once, each with people of its own: only one that is renewed is joined.
  const period = renews ? joining(renews, product.length, now) : plan
  const atOnce = { clock: { now: () => now } }
  for (const each of replaced) await endSubscription(tx, atOnce, each.id)
  const renewed = (renews ?? sameFamily(before, product))?.id
  const subscription = onlyRow(
    await tx
      .insert(subscriptions)
      .values({
        userId,
        productCode,
        priceCents: payment.amountCents,
        startsAt: period.startsAt,
        endsAt: period.endsAt,
        paymentId: payment.id,
        anchorAt: (plan.isForTheRest ? replaced[0]?.anchorAt : undefined) ?? period.startsAt,
        renewalOf: renewed === undefined ? null : (await findLastOfChains(tx, [renewed])).get(renewed),
      })
      .returning(),
  )
  await noteReplaced(tx, replaced, { payment, opened: subscription, now })
  const former = [...(before ? [before] : []), ...replaced]
  const { id, endsAt } = subscription
  const { cardId } = payment
  const isOffer = told?.isOffer === true
  const isTakenOver = await takeOverRenewals(tx, former, { id, endsAt, product, cardId, isOffer }, now)
  if (!isTakenOver && cardId !== null && product.renewsInto !== null) {
    await planRenewals(tx, [{ subscriptionId: id, endsAt, cardId, nextProductCode: product.renewsInto }])
  }
  await takeBackChangesBeside(tx, deps, userId, product)
  await postponePaid(tx, await findRunningRenewals(tx, userId), now)
  // Paid on a page that was open when the deletion was asked for: nothing is charged any more, as its mail has said.
  if (reader?.anonymizationRequestedAt) await stopRenewals(tx, deps, userId)
  const renewal = await findLiveRenewal(tx, id, userId)
  return { ...subscription, plan, next: renewal?.renewal.state === 'active' ? nextPayment(renewal) : null }
}

const nextPayment = (row: RenewalRow) => ({
  at: row.renewal.chargeAt,
  priceCents: priceOfRenewal(row),
})

function joining(before: { endsAt: Temporal.Instant }, length: string, now: Temporal.Instant) {
  const startsAt = Temporal.Instant.compare(before.endsAt, now) > 0 ? before.endsAt : now
  return { startsAt, endsAt: endOfPeriod(startsAt, length) }
}

/** A family subscription that is bought again keeps its members. */
const sameFamily = (before: Holding | undefined, product: { audience: string }): Holding | undefined =>
  product.audience === 'family' && before?.product.audience === 'family' && !before.isSeat
    ? before
    : undefined

/** Keeps the credit that each gave, for a refund. An offer that is still being charged comes too late for them. */
async function noteReplaced(
  tx: Tx,
  replaced: readonly Holding[],
  {
    payment,
    opened,
    now,
  }: { payment: { id: number }; opened: typeof subscriptions.$inferSelect; now: Temporal.Instant },
): Promise<void> {
  if (replaced.length === 0) return
  const ids = replaced.map(each => each.id)
  await tx
    .update(upgrades)
    .set({ failedAt: now })
    .where(
      and(
        inArray(upgrades.subscriptionId, ids),
        isNull(upgrades.failedAt),
        ne(upgrades.paymentId, payment.id),
      ),
    )
  await tx
    .insert(upgrades)
    .values(
      replaced.map(each => ({
        subscriptionId: each.id,
        productCode: opened.productCode,
        paymentId: payment.id,
        openedId: opened.id,
        creditedCents: leftCents(each, each.worthCents, now),
        formerStartsAt: each.startsAt,
        formerEndsAt: each.endsAt,
      })),
    )
    // An offer that was accepted is there already.
    .onConflictDoUpdate({
      target: upgrades.subscriptionId,
      targetWhere: sql`failed_at is null`,
      set: {
        openedId: opened.id,
        creditedCents: sql`excluded.credited_cents`,
        formerStartsAt: sql`excluded.former_starts_at`,
        formerEndsAt: sql`excluded.former_ends_at`,
      },
    })
}
