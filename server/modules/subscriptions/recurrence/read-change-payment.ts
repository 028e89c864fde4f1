import { DeclineReason } from '#contract/payments/decline-reason.ts'
import type { ChangePayment } from '#contract/recurrence/recurrence.ts'
import type { Locale } from '#contract/wire.ts'
import { isOpen, type PaymentsDeps, refreshForReader } from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { findOwnSubscription } from '../store.ts'
import { findLastUpgrade, type UpgradeRow } from '../upgrade-store.ts'

type Which = { subscriptionId: number; locale: Locale }

/**
 * How far the payment of the newest change that a reader has accepted for a subscription has come (R17.03). The gateway is
 * asked while it is not known.
 *
 * @throws AppError `subscription_not_found`
 */
export async function readChangePayment(
  deps: PaymentsDeps,
  { userId }: Actor,
  { subscriptionId, locale }: Which,
): Promise<ChangePayment> {
  const find = () => findLastUpgrade(deps.db, userId, subscriptionId)
  let upgrade = await find()
  if (!upgrade && !(await findOwnSubscription(deps.db, userId, subscriptionId))) {
    throw new AppError('subscription_not_found')
  }
  if (upgrade?.payment.state === 'unknown') {
    await refreshForReader(deps, upgrade.payment.id)
    upgrade = await find()
  }
  return describe(upgrade, locale)
}

/** The same as it is known, for who has just waited for the gateway. */
export const knownChangePayment = async (
  { db }: Pick<PaymentsDeps, 'db'>,
  { userId }: Actor,
  { subscriptionId, locale }: Which,
): Promise<ChangePayment> => describe(await findLastUpgrade(db, userId, subscriptionId), locale)

function describe(upgrade: UpgradeRow | undefined, locale: Locale): ChangePayment {
  if (!upgrade) return { state: 'none', type: null, price: null, decline: null }
  const { payment, product } = upgrade
  const decline = DeclineReason.safeParse(payment.failure)
  return {
    state: isOpen(payment) ? 'processing' : payment.state === 'failed' ? 'failed' : 'paid',
    type: { code: product.code, name: localized(product, 'name', locale) },
    price: { amount: payment.amountCents, currency: 'EUR' },
    decline: decline.success ? decline.data : null,
  }
}
