import { eq, sql } from 'drizzle-orm'
import { createGift, voidGift } from '#server/modules/activation-codes/index.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { addSeats, lockLastPeriod, openShared } from '#server/modules/companies/index.ts'
import type { PaymentReaction, PaymentRow } from '#server/modules/payments/index.ts'
import { endRefunded, openSubscription } from '#server/modules/subscriptions/index.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mailGiftPaid, mailOrderPaid } from './order-mail.ts'
import { findOrderOfPayment, type OrderRow } from './store.ts'
import { orders } from './tables.ts'

type OrderDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/** What becomes of an order when its payment is settled, in the same transaction. */
export const orderReaction = (deps: OrderDeps): PaymentReaction => ({
  onPaid: async (tx, payments) => {
    for (const payment of payments) {
      const row = await findOrderOfPayment(tx, payment.id)
      // Payments of former years have no order.
      if (row) await fulfil(tx, deps, row, payment)
    }
  },
  onFailed: async (tx, payment) => {
    const row = await findOrderOfPayment(tx, payment.id)
    if (!row) return
    await close(tx, row.order.id, payment.failure === 'abandoned' ? 'expired' : 'failed')
  },
  onRefunded: async (tx, payment) => {
    await voidGift(tx, deps, payment.id)
    await endRefunded(tx, deps, payment)
  },
})

async function fulfil(tx: Tx, deps: OrderDeps, row: OrderRow, payment: PaymentRow): Promise<void> {
  const { order } = row
  await close(tx, order.id, 'paid', deps.clock.now())
  await recordActivity(tx, deps, {
    userId: order.userId,
    kind: 'order_paid',
    details: { product: order.productCode },
  })
  if (order.giftEmail !== null && order.giftDate !== null) {
    // Its link goes out on its day; nothing is opened for whoever gives.
    const { expiresAt } = await createGift(tx, deps, {
      buyerId: order.userId,
      paymentId: payment.id,
      productCode: order.productCode,
      email: order.giftEmail,
      recipientName: order.giftName,
      message: order.giftMessage,
      sendOn: order.giftDate,
    })
    await mailGiftPaid(tx, deps, row, { email: order.giftEmail, date: order.giftDate, expiresAt })
    return
  }
  const opened = await open(tx, deps, row, payment)
  await tx.update(orders).set({ subscriptionId: opened.id }).where(eq(orders.id, order.id))
  await mailOrderPaid(tx, deps, row, opened)
}

/** @returns the subscription that was opened or enlarged, and the period that was paid for */
async function open(tx: Tx, deps: OrderDeps, { order, product }: OrderRow, payment: PaymentRow) {
  const { userId, productCode, sharedId, sharedAct } = order
  if (sharedId !== null && sharedAct === 'add_seats') {
    const endsAt = await addSeats(tx, { subscriptionId: sharedId, seats: product.seats })
    return { id: sharedId, startsAt: deps.clock.now(), endsAt }
  }
  const renews = sharedId === null ? undefined : await lockLastPeriod(tx, sharedId)
  const subscription = await openSubscription(tx, deps, { userId, productCode, payment, renews })
  if (product.audience === 'company' && !renews) {
    await openShared(tx, { subscriptionId: subscription.id, company: order.address })
  }
  return subscription
}

/** An order that no longer waits gives its place free for an equal one. */
export const close = (
  tx: Tx,
  orderId: number,
  state: 'paid' | 'failed' | 'expired',
  paidAt: Temporal.Instant | null = null,
): Promise<unknown> =>
  tx
    .update(orders)
    .set({
      state,
      paidAt,
      requestKey: sql`case when ${orders.requestKey} like 'body:%' then null else ${orders.requestKey} end`,
    })
    .where(eq(orders.id, orderId))
