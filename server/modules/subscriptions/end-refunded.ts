import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { PaymentRow } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatDay, formatMoney } from '#server/platform/format.ts'
import { endSubscription } from './grant-subscription.ts'
import { stopRenewalOf } from './renewal/stop-renewal.ts'
import { findPeriodsOfPayment } from './store.ts'
import { subscriptions, upgrades } from './tables.ts'

type RefundDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/**
 * What becomes of a period whose whole payment was given back: it ends, with what it was upgraded to, unless the
 * publisher's rule lets it run out. Either way nobody who was given the money back is charged again without being
 * asked, and the reader is told.
 *
 * @param tx transaction that settles the payment as given back
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
      product: reader.locale === 'sk' ? product.nameSk : product.nameEn,
      price: formatMoney(reader.locale, payment.amountCents),
      access: deps.settings.refundEndsAccess ? 'ended' : 'kept',
      until: formatDay(reader.locale, subscription.endsAt),
    },
    link: `${deps.settings.origins.account}/predplatne`,
  })
}

/**
 * The former product is there again for the rest of the period when only the upgrade was given back.
 *
 * @param tx transaction that settles the upgrade's payment as given back
 */
export async function takeBackUpgrade(tx: Tx, deps: RefundDeps, payment: PaymentRow): Promise<void> {
  const now = deps.clock.now()
  const [upgrade] = await tx
    .select({ former: subscriptions })
    .from(upgrades)
    .innerJoin(subscriptions, eq(subscriptions.id, upgrades.subscriptionId))
    .where(eq(upgrades.paymentId, payment.id))
  const [opened] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.paymentId, payment.id), gt(subscriptions.endsAt, now)))
  await endRefunded(tx, deps, payment)
  if (!upgrade || !opened || !deps.settings.refundEndsAccess) return
  const { userId, productCode, priceCents, paymentId, anchorAt } = upgrade.former
  await tx.insert(subscriptions).values({
    userId,
    productCode,
    priceCents,
    paymentId,
    anchorAt,
    startsAt: now,
    endsAt: opened.endsAt,
  })
}

async function endWithUpgrades(tx: Tx, deps: RefundDeps, id: number): Promise<void> {
  await stopRenewalOf(tx, deps, id)
  if (deps.settings.refundEndsAccess) await endSubscription(tx, deps, id)
  const upgraded = await tx
    .select({ openedId: upgrades.openedId })
    .from(upgrades)
    .where(and(eq(upgrades.subscriptionId, id), isNotNull(upgrades.openedId)))
  for (const { openedId } of upgraded) if (openedId !== null) await endWithUpgrades(tx, deps, openedId)
}
