import { and, eq, gt } from 'drizzle-orm'
import { lockReader } from '#server/modules/identity/index.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { endOfPeriod } from './grant-subscription.ts'
import { covers } from './purchase-plan.ts'
import { chargeTime, planRenewals } from './renewal/plan-renewal.ts'
import { isReadBy } from './store.ts'
import { products, recurringProfiles, subscriptions } from './tables.ts'

type Purchase = {
  userId: number
  productCode: string
  payment: { id: number; amountCents: number; cardId: number | null }
  /** The period that it renews, when it is a company's own. */
  renews?: { id: number; endsAt: Temporal.Instant } | undefined
}

/**
 * Opens the subscription that a reader has paid for. It begins at once, or at the end of what the reader has already
 * when that gives all the same, so that no day is lost. Paid by card it renews, when the product does.
 *
 * @param tx transaction that settles the payment
 */
export async function openSubscription(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, productCode, payment, renews }: Purchase,
): Promise<typeof subscriptions.$inferSelect> {
  // Two orders of one reader that are paid at once would otherwise begin at the same moment.
  await lockReader(tx, userId)
  const [product] = await tx.select().from(products).where(eq(products.code, productCode))
  if (!product) throw new Error('A product that was paid for is not there')
  const now = clock.now()
  // A company may have several subscriptions at once, each with people of its own: only one that is renewed is joined.
  const before =
    product.audience === 'company' ? renews : await findLastCovering(tx, userId, product.access, now)
  const startsAt = before && Temporal.Instant.compare(before.endsAt, now) > 0 ? before.endsAt : now
  const [subscription] = await tx
    .insert(subscriptions)
    .values({
      userId,
      productCode,
      priceCents: payment.amountCents,
      startsAt,
      endsAt: endOfPeriod(startsAt, product.length),
      paymentId: payment.id,
      anchorAt: startsAt,
      renewalOf: (renews ?? sameFamily(before, product))?.id ?? null,
    })
    .returning()
  if (!subscription) throw new Error('An insert returned no row')
  const isMoved = before ? await moveRenewal(tx, before.id, subscription, payment.cardId) : false
  if (!isMoved && payment.cardId !== null && product.renewsInto !== null) {
    await planRenewals(tx, [
      {
        subscriptionId: subscription.id,
        endsAt: subscription.endsAt,
        cardId: payment.cardId,
        nextProductCode: product.renewsInto,
      },
    ])
  }
  return subscription
}

/** A family that is bought again goes on, with the people who are in it. */
const sameFamily = (
  before: { id: number; audience?: string } | undefined,
  product: { audience: string },
): { id: number } | undefined =>
  product.audience === 'family' && before?.audience === 'family' ? before : undefined

/** The last to end of what gives a reader everything that a product would give. */
async function findLastCovering(tx: Tx, userId: number, wanted: string[], now: Temporal.Instant) {
  const rows = await tx
    .select({
      id: subscriptions.id,
      endsAt: subscriptions.endsAt,
      access: products.access,
      audience: products.audience,
    })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .where(and(eq(subscriptions.userId, userId), gt(subscriptions.endsAt, now), isReadBy))
  return rows
    .filter(row => covers(row.access, wanted))
    .sort((a, b) => Temporal.Instant.compare(b.endsAt, a.endsAt))[0]
}

/** The period that the renewal was for is paid for now, so it is for the one after. */
async function moveRenewal(
  tx: Tx,
  fromId: number,
  to: typeof subscriptions.$inferSelect,
  cardId: number | null,
): Promise<boolean> {
  const moved = await tx
    .update(recurringProfiles)
    .set({
      subscriptionId: to.id,
      chargeAt: chargeTime(to.endsAt),
      failedAttempts: 0,
      lastFailure: null,
      remindedAt: null,
      cardWarnedAt: null,
      ...(cardId === null ? {} : { cardId }),
    })
    .where(and(eq(recurringProfiles.subscriptionId, fromId), eq(recurringProfiles.state, 'active')))
    .returning({ id: recurringProfiles.id })
  return moved.length > 0
}
