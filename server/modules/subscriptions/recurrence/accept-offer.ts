import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { AgreedTerms } from '#contract/orders/order-terms.ts'
import type { DeclineReason } from '#contract/payments/decline-reason.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { keepConsents, requireRequest } from '#server/modules/order-terms/index.ts'
import {
  chargeCard,
  createPayment,
  type PaymentRow,
  type PaymentsDeps,
  refreshPayment,
  settlePayment,
} from '#server/modules/payments/index.ts'
import { AppError, type PlainErrorKey } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { withTimeout } from '#server/platform/timeout.ts'
import { findOwnSubscription } from '../store.ts'
import { upgrades } from '../tables.ts'
import { findUpgrade, type UpgradeRow } from '../upgrade-store.ts'
import { findChanges } from './find-changes.ts'
import { findInvoicedAbroad } from './invoiced-abroad.ts'

type Accepted = { subscriptionId: number; code: string; agreed: AgreedTerms | undefined }

/**
 * Accepts an offer, or any change of product that takes effect at once (R11.02): its price is charged to the renewal's
 * card, and the new subscription starts at once. It is a contract of its own, so it keeps what stood over its button
 * (R11.08). Idempotent: the same offer accepted many times, or retried after a lost response, is charged once.
 *
 * @param input.code of the offer, which bears the price that the reader was shown
 * @param input.agreed what stood over the button, with the request to begin at once
 * @returns id of the subscription that it opened; undefined while the gateway has not answered: it is settled later, and
 *   the reader is told by mail (R17.03)
 * @throws AppError `subscription_not_found`, `offer_changed`, `address_abroad`, `required`,
 *   `order_terms_changed`, `begin_at_once_required`, `card_…` when the bank refuses
 */
export async function acceptOffer(
  deps: PaymentsDeps,
  actor: Actor,
  input: Accepted,
): Promise<number | undefined> {
  const { upgrade, isNew } = await begin(deps, actor, input)
  await (isNew ? charge(deps, upgrade) : askAgain(deps, upgrade.payment))
  const settled = await findUpgrade(deps.db, upgrade.id)
  if (settled?.payment.state === 'failed') throw refusalOf(settled.payment)
  return settled?.openedId ?? undefined
}

/** Records the accepted offer before any charge. Concurrent calls: the first inserts, the rest read its row. */
async function begin(
  deps: PaymentsDeps,
  { userId }: Actor,
  { subscriptionId, code, agreed }: Accepted,
): Promise<{ upgrade: UpgradeRow; isNew: boolean }> {
  return deps.db.transaction(async tx => {
    // Lock: concurrent calls wait here until the first one's upgrade is inserted.
    await lockReader(tx, userId)
    if (!(await findOwnSubscription(tx, userId, subscriptionId))) throw new AppError('subscription_not_found')
    const [known] = await tx
      .select({ id: upgrades.id, offerCode: upgrades.offerCode })
      .from(upgrades)
      .where(and(eq(upgrades.subscriptionId, subscriptionId), isNull(upgrades.failedAt)))
    if (known) {
      const upgrade = known.offerCode === code ? await findUpgrade(tx, known.id) : undefined
      if (!upgrade) throw new AppError('offer_changed')
      return { upgrade, isNew: false }
    }
    const now = deps.clock.now()
    const { changeable } = (await findChanges(tx, { userId, subscriptionId }, now)).found
    const quote = changeable?.quotes.find(each => each.kind === 'at_once' && each.code === code)
    if (!changeable || !quote) throw new AppError('offer_changed')
    const { product, todayCents } = quote
    const isAbroad = await findInvoicedAbroad(tx, deps.settings, userId)
    if (isAbroad(product)) throw new AppError('address_abroad')
    if (!agreed) throw new AppError({ key: 'required', field: 'agreed' })
    const consents = keepConsents(deps.settings, agreed, product.audience, now)
    requireRequest(consents)
    const payment = await createPayment(tx, {
      userId,
      productCode: product.code,
      purpose: 'upgrade',
      method: 'card',
      state: 'submitted',
      amountCents: todayCents,
      at: now,
      gatewayKey: randomUUID(),
      cardId: changeable.row.card.id,
    })
    const [row] = await tx
      .insert(upgrades)
      .values({ subscriptionId, offerCode: code, consents, productCode: product.code, paymentId: payment.id })
      .returning({ id: upgrades.id })
    const upgrade = row && (await findUpgrade(tx, row.id))
    if (!upgrade) throw new Error('An insert returned no row')
    return { upgrade, isNew: true }
  })
}

async function charge(deps: PaymentsDeps, { payment, card }: UpgradeRow): Promise<void> {
  const charging = chargeCard(deps, payment, card.gatewayToken)
  await withTimeout(deps, 'charge of an upgrade', charging)
  // A result that is still unknown is mailed once it is known.
  await deps.db.transaction(tx => settlePayment(tx, deps, payment.id, { state: 'unknown' }))
}

/** A charge under way elsewhere is left alone; one whose process crashed is settled by the scheduled job. */
async function askAgain(deps: PaymentsDeps, { id, state }: PaymentRow): Promise<void> {
  if (state === 'unknown') await withTimeout(deps, 'asking about an upgrade', refreshPayment(deps, id))
}

const refusals: Record<DeclineReason, PlainErrorKey> = {
  card_declined: 'card_declined',
  insufficient_funds: 'card_insufficient_funds',
  expired_card: 'card_expired',
  authentication_required: 'card_authentication_required',
  card_unusable: 'card_declined',
}

function refusalOf({ failure }: PaymentRow): AppError {
  const isDecline = failure !== null && failure !== 'abandoned' && failure !== 'stopped'
  return new AppError(isDecline ? refusals[failure] : 'offer_changed')
}
