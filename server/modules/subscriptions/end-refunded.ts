import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { PaymentRow } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatDay, formatMoney } from '#server/platform/format.ts'
import { localized } from '#server/platform/localized.ts'
import { endSubscription } from './grant-subscription.ts'
import { stopRenewalOf } from './renewal/stop-renewal.ts'
import { findPeriodsOfPayment } from './store.ts'
import { subscriptions, upgrades } from './tables.ts'

type RefundDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/**
 * Ends a period whose whole payment was refunded, with what it was upgraded to, unless the publisher's rule lets it run
 * out. Either way its renewal stops, so a refunded reader is not charged again unasked, and the reader is told.
 *
 * @param tx transaction that settles the payment as refunded
 */
export async function endRefunded(tx: Tx, deps: RefundDeps, payment: PaymentRow): Promise<void> {
  const paidFor = await findPeriodsOfPayment(tx, payment.id)
  for (const { subscription } of paidFor) await endWithUpgrades(tx, deps, subscription.id)
  const last = paidFor.at(-1)
  if (!last) return
  const { reader, product, subscription } = last
  await sendMail(tx, deps, {
    to: reader.email,
    locale: reader.locale,
    template: 'payment_refunded',
    values: {
      product: localized(product, 'name', reader.locale),
      price: formatMoney(reader.locale, payment.amountCents),
      access: deps.settings.refundEndsAccess ? 'ended' : 'kept',
      until: formatDay(reader.locale, subscription.endsAt),
    },
    link: `${deps.settings.origins.account}/predplatne`,
  })
}

/**
 * Undoes an upgrade when its purchase is refunded: the subscription that it replaced runs on for the rest of its period.
 *
 * @param tx transaction that settles the purchase's payment as refunded
 */
export async function takeBackUpgrade(tx: Tx, deps: RefundDeps, payment: PaymentRow): Promise<void> {
  const now = deps.clock.now()
  const taken = await tx
    .select({ upgrade: upgrades, openedUntil: subscriptions.endsAt })
    .from(upgrades)
    .innerJoin(subscriptions, eq(subscriptions.id, upgrades.openedId))
    .where(and(eq(upgrades.paymentId, payment.id), isNull(upgrades.failedAt)))
  await endRefunded(tx, deps, payment)
  if (!deps.settings.refundEndsAccess) return
  for (const { upgrade, openedUntil } of taken) {
    // The upgrade had ended before, e.g. since the replaced subscription was itself refunded: nothing to restore.
    if (Temporal.Instant.compare(openedUntil, now) <= 0) continue
    await tx
      .update(subscriptions)
      .set({
        startsAt: sql`coalesce(${upgrade.formerStartsAt?.toString() ?? null}::timestamptz, ${subscriptions.startsAt})`,
        endsAt: upgrade.formerEndsAt ?? openedUntil,
      })
      .where(eq(subscriptions.id, upgrade.subscriptionId))
    await tx.update(upgrades).set({ failedAt: now }).where(eq(upgrades.id, upgrade.id))
  }
}

async function endWithUpgrades(tx: Tx, deps: RefundDeps, id: number): Promise<void> {
  await stopRenewalOf(tx, deps, id)
  if (deps.settings.refundEndsAccess) await endSubscription(tx, deps, id)
  // A bought whole period stands by itself; the rest of the replaced one was only credit towards its price.
  const upgraded = await tx
    .select({ openedId: upgrades.openedId })
    .from(upgrades)
    .innerJoin(subscriptions, eq(subscriptions.id, upgrades.openedId))
    .where(
      and(
        eq(upgrades.subscriptionId, id),
        isNull(upgrades.failedAt),
        lte(subscriptions.endsAt, upgrades.formerEndsAt),
      ),
    )
  for (const { openedId } of upgraded) if (openedId !== null) await endWithUpgrades(tx, deps, openedId)
}
