import { and, eq } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { type PaymentReaction, type PaymentRow, queueRefunds } from '#server/modules/payments/index.ts'
import { describeCard, takeCard } from '#server/modules/subscriptions/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatMoney } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { findChangeOfPayment } from './store.ts'
import { cardChanges } from './tables.ts'

type ChangeDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/**
 * Settles a change of the card when its verification charge is settled. Verified, the renewal uses the new card from now
 * on, and the charge is refunded; in any other case the former card stays.
 */
export const cardChangeReaction = (deps: ChangeDeps): PaymentReaction => ({
  onPaid: async (tx, payments) => {
    for (const payment of payments) await verify(tx, deps, payment)
  },
  onFailed: (tx, payment) =>
    setState(tx, payment, payment.failure === 'abandoned' ? 'abandoned' : 'declined'),
  onRefunded: (tx, payment) => setState(tx, payment, 'refunded', 'verified'),
})

async function verify(tx: Tx, deps: ChangeDeps, payment: PaymentRow): Promise<void> {
  const row = await findChangeOfPayment(tx, payment.id)
  if (!row) throw new Error('A card was verified that nobody changes')
  const { change, reader, product, card } = row
  // It was paid by something that can't be charged again.
  if (payment.cardId === null || card === null) {
    await queueRefunds(tx, deps, payment.id)
    return await setState(tx, payment, 'declined')
  }
  const used = await takeCard(tx, deps, {
    subscriptionId: change.subscriptionId,
    userId: change.userId,
    cardId: payment.cardId,
  })
  // The verification charge is refunded, whatever became of the renewal meanwhile.
  await queueRefunds(tx, deps, payment.id)
  await tx
    .update(cardChanges)
    .set({ state: 'verified', overdueRenewalId: used?.isOverdue ? used.row.renewal.id : null })
    .where(eq(cardChanges.id, change.id))
  if (!used) return
  // Its subscription may have been replaced while the page was open.
  const paid = used.row.subscription.id === change.subscriptionId ? product : used.row.nextProduct
  await recordActivity(tx, deps, {
    userId: change.userId,
    kind: 'card_changed',
    details: { card: `${card.brand} ${card.last4}` },
  })
  await sendMail(tx, deps, {
    to: reader.email,
    locale: reader.locale,
    template: 'card_changed',
    values: {
      product: localized(paid, 'name', reader.locale),
      card: describeCard(card),
      price: formatMoney(reader.locale, payment.amountCents),
    },
    link: `${deps.settings.origins.account}/predplatne`,
  })
}

const setState = async (
  tx: Tx,
  payment: PaymentRow,
  state: 'refunded' | 'declined' | 'abandoned',
  before?: 'verified',
): Promise<void> => {
  const isBefore = before && eq(cardChanges.state, before)
  await tx
    .update(cardChanges)
    .set({ state })
    .where(and(eq(cardChanges.paymentId, payment.id), isBefore))
}
