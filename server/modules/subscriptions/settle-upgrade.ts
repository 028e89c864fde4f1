import { eq } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import type { PaymentReaction, PaymentRow } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatMoney } from '#server/platform/format.ts'
import { takeBackUpgrade } from './end-refunded.ts'
import { grossPrice } from './price.ts'
import { newTerms } from './renewal/plan-renewal.ts'
import { mailAbout } from './renewal/renewal-mail.ts'
import { findLiveRenewal } from './renewal/store.ts'
import { findUpgradeOfPayment, type UpgradeRow } from './store.ts'
import { recurringProfiles, subscriptions, upgrades } from './tables.ts'

type UpgradeDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/** What becomes of a subscription when its upgrade is settled: it ends now, and the dearer one takes its place. */
export const upgradeReaction = (deps: UpgradeDeps): PaymentReaction => ({
  onPaid: async (tx, payments) => {
    for (const payment of payments) {
      const row = await findUpgradeOfPayment(tx, payment.id)
      if (!row) throw new Error('An upgrade was paid that nobody accepted')
      await take(tx, deps, row, payment)
    }
  },
  onFailed: async (tx, payment) => {
    await tx.update(upgrades).set({ failedAt: deps.clock.now() }).where(eq(upgrades.paymentId, payment.id))
    // Who was not told at once, since the gateway did not answer, is told now.
    if (payment.askedAt !== null) await tellFailed(tx, deps, payment)
  },
  onRefunded: (tx, payment) => takeBackUpgrade(tx, deps, payment),
})

async function take(tx: Tx, deps: UpgradeDeps, upgrade: UpgradeRow, payment: PaymentRow): Promise<void> {
  const { product } = upgrade
  const renewal = await findLiveRenewal(tx, upgrade.subscriptionId, payment.userId)
  const [former] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, upgrade.subscriptionId))
    .for('no key update')
  if (!former) throw new Error('A subscription disappeared')
  const switchAt = momentWithin(former, deps.clock.now())
  await tx.update(subscriptions).set({ endsAt: switchAt }).where(eq(subscriptions.id, former.id))
  const [opened] = await tx
    .insert(subscriptions)
    .values({
      userId: former.userId,
      productCode: product.code,
      priceCents: payment.amountCents,
      startsAt: switchAt,
      endsAt: former.endsAt,
      paymentId: payment.id,
      anchorAt: former.anchorAt,
    })
    .returning({ id: subscriptions.id })
  if (!opened) throw new Error('An insert returned no row')
  await tx.update(upgrades).set({ openedId: opened.id }).where(eq(upgrades.id, upgrade.id))
  await recordActivity(tx, deps, {
    userId: former.userId,
    kind: 'subscription_upgraded',
    details: { product: product.code },
  })
  if (!renewal) return
  // The promise goes on for the dearer product.
  const nextProductCode = product.renewsInto ?? product.code
  await tx
    .update(recurringProfiles)
    .set({ subscriptionId: opened.id, nextProductCode, ...newTerms(nextProductCode) })
    .where(eq(recurringProfiles.id, renewal.renewal.id))
  await mailAbout(
    tx,
    deps,
    { ...renewal, nextProduct: product, renewal: { ...renewal.renewal, subscriptionId: opened.id } },
    'subscription_upgraded',
    {
      price: formatMoney(renewal.reader.locale, payment.amountCents),
      until: former.endsAt,
      next_price: formatMoney(renewal.reader.locale, grossPrice(product)),
      day: renewal.renewal.chargeAt,
    },
  )
}

async function tellFailed(tx: Tx, deps: UpgradeDeps, payment: PaymentRow): Promise<void> {
  const upgrade = await findUpgradeOfPayment(tx, payment.id)
  const renewal = upgrade && (await findLiveRenewal(tx, upgrade.subscriptionId, payment.userId))
  if (!renewal) return
  const price = formatMoney(renewal.reader.locale, payment.amountCents)
  await mailAbout(tx, deps, { ...renewal, nextProduct: upgrade.product }, 'upgrade_failed', { price })
}

/** Both periods last at least a moment, also when the charge is settled late or at the very beginning. */
function momentWithin(
  { startsAt, endsAt }: { startsAt: Temporal.Instant; endsAt: Temporal.Instant },
  now: Temporal.Instant,
): Temporal.Instant {
  const moment = { milliseconds: 1 }
  const earliest = startsAt.add(moment)
  const latest = endsAt.subtract(moment)
  if (Temporal.Instant.compare(now, earliest) < 0) return earliest
  return Temporal.Instant.compare(now, latest) > 0 ? latest : now
}
