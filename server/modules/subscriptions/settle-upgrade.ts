import { eq } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { PaymentReaction, PaymentRow } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatLastDay, formatMoney } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { endBought, takeBackUpgrade } from './apply-refund.ts'
import { confirmContract } from './confirm-contract.ts'
import { openSubscription } from './open-subscription.ts'
import { describeCard } from './renewal/renewal-mail.ts'
import { subscriptions, upgrades } from './tables.ts'
import { findUpgradeOfPayment, type UpgradeRow } from './upgrade-store.ts'

type UpgradeDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/** Runs when an upgrade's payment is settled: the subscription ends now, and the dearer one replaces it. */
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
    // The gateway had not answered during the request, so the reader is told by mail now.
    if (payment.askedAt !== null) await tellFailed(tx, deps, payment)
  },
  onRefunded: (tx, payment, refund) => takeBackUpgrade(tx, deps, payment, refund),
  onEnded: (tx, payment) => endBought(tx, deps, payment),
})

async function take(tx: Tx, deps: UpgradeDeps, upgrade: UpgradeRow, payment: PaymentRow): Promise<void> {
  const { product, subscriptionId } = upgrade
  const { userId } = payment
  const [former] = await tx.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId))
  if (!former) throw new Error('A subscription disappeared')
  const opened = await openSubscription(tx, deps, {
    userId,
    productCode: product.code,
    payment,
    told: { begins: 'instead', presentIds: [subscriptionId], restUntil: former.endsAt, isOffer: true },
  })
  await tx.update(upgrades).set({ openedId: opened.id }).where(eq(upgrades.id, upgrade.id))
  await recordActivity(tx, deps, {
    userId,
    kind: 'subscription_upgraded',
    details: { product: product.code },
  })
  const { email, locale } = upgrade.reader
  const { contract, files } = confirmContract(deps, {
    payment,
    number: payment.variableSymbol ?? '',
    locale,
    next: opened.next,
    consents: upgrade.consents,
  })
  // Without a topic: it confirms a contract, so it goes out whatever becomes of the renewal.
  await sendMail(tx, deps, {
    to: email,
    locale,
    template: 'subscription_upgraded',
    values: {
      product: localized(product, 'name', locale),
      price: formatMoney(locale, payment.amountCents),
      card: describeCard(upgrade.card),
      until: formatLastDay(locale, opened.endsAt),
      contract,
    },
    link: `${deps.settings.origins.account}/predplatne`,
    files,
  })
}

async function tellFailed(tx: Tx, deps: UpgradeDeps, payment: PaymentRow): Promise<void> {
  const upgrade = await findUpgradeOfPayment(tx, payment.id)
  if (!upgrade) return
  const { email, locale } = upgrade.reader
  // Without a topic, and whatever has become of the renewal: its reader was told to wait for it.
  await sendMail(tx, deps, {
    to: email,
    locale,
    template: 'upgrade_failed',
    values: {
      product: localized(upgrade.product, 'name', locale),
      price: formatMoney(locale, payment.amountCents),
      card: describeCard(upgrade.card),
    },
    link: `${deps.settings.origins.account}/predplatne`,
  })
}
