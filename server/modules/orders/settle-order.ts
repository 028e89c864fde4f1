import { eq, inArray, sql } from 'drizzle-orm'
import { recordActivities } from '#server/modules/activity/index.ts'
import { addSeats, lockLastPeriod, openShared } from '#server/modules/companies/index.ts'
import { createGift, voidGift } from '#server/modules/coupons/index.ts'
import { type Mail, sendMails } from '#server/modules/outbox/index.ts'
import { type PaymentReaction, type PaymentRow, queueGivingBack } from '#server/modules/payments/index.ts'
import {
  concludedAt,
  endBought,
  endOfWithdrawal,
  lockRunningRenewals,
  type OpenedSubscription,
  openSubscription,
  takeBackUpgrade,
} from '#server/modules/subscriptions/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openImported } from './open-imported.ts'
import { mailOfGiftPaid, mailOfOrderPaid } from './order-mail.ts'
import { findImported, findOrdersOfPayments, keyOfClosed, type OrderRow } from './store.ts'
import { orders } from './tables.ts'
import { waitsForWithdrawal } from './waits-for-withdrawal.ts'

type OrderDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/** Settles an order when its payment is settled, in the same transaction. */
export const orderReaction = (deps: OrderDeps): PaymentReaction => ({
  onPaid: async (tx, payments) => {
    const byId = new Map(payments.map(payment => [payment.id, payment]))
    // What was loaded from a former system has no order.
    const rows = await findOrdersOfPayments(tx, [...byId.keys()])
    const imported = await findImported(tx, [...byId.keys()])
    await close(
      tx,
      rows.map(({ order }) => order.id),
      'paid',
      deps.clock.now(),
    )
    await recordActivities(
      tx,
      deps,
      [...rows.map(({ order }) => order), ...imported.map(({ payment }) => payment)].map(
        ({ userId, productCode: product }) => ({ userId, kind: 'order_paid', details: { product } }),
      ),
    )
    // Lock order: plans by id, as a batch of charges locks them (decision 034); each order looks for its reader's own.
    await lockRunningRenewals(tx, [
      ...rows.map(({ order }) => order.userId),
      ...imported.map(({ payment }) => payment.userId),
    ])
    for (const each of imported) await openImported(tx, deps, each)
    const mails: Mail[] = []
    for (const row of rows) {
      const payment = byId.get(row.payment.id)
      const mail = payment && (await fulfil(tx, deps, row, payment))
      if (mail) mails.push(mail)
    }
    await sendMails(
      tx,
      deps,
      mails.map(mail => ({ mail })),
    )
  },
  onFailed: async (tx, payment) => {
    const [row] = await findOrdersOfPayments(tx, [payment.id])
    if (row) await close(tx, [row.order.id], payment.failure === 'abandoned' ? 'expired' : 'failed')
  },
  onRefunded: async (tx, payment, refund) => {
    if (refund.access === 'end') await voidGift(tx, deps, payment.id)
    await takeBackUpgrade(tx, deps, payment, refund)
  },
  onEnded: (tx, payment) => endBought(tx, deps, payment),
})

/** @returns the mail that tells of it; none where the money is given back, of which its own mail tells */
async function fulfil(
  tx: Tx,
  deps: OrderDeps,
  row: OrderRow,
  payment: PaymentRow,
): Promise<Mail | undefined> {
  const { order } = row
  const settled = { ...row, payment }
  if (order.giftEmail !== null && order.giftDate !== null) {
    // A gift's link goes out on its day; the giver gets no subscription.
    const made = await createGift(tx, deps, {
      buyerId: order.userId,
      paymentId: payment.id,
      productCode: order.productCode,
      email: order.giftEmail,
      recipientName: order.giftName,
      message: order.giftMessage,
      sendOn: order.giftDate,
    })
    // From here on the gift alone knows its recipient, so that one erasure finds all of it.
    await tx.update(orders).set(withoutRecipient).where(eq(orders.id, order.id))
    return mailOfGiftPaid(deps, settled, { email: order.giftEmail, date: order.giftDate, ...made })
  }
  const opened = await open(tx, deps, row, payment)
  if (!opened) {
    await queueGivingBack(tx, deps, payment.id)
    return undefined
  }
  await tx
    .update(orders)
    .set({ subscriptionId: opened.id, ...planOf(opened) })
    .where(eq(orders.id, order.id))
  return mailOfOrderPaid(deps, settled, opened)
}

/** Columns that keep the plan as it was carried out. */
const planOf = ({ plan, endsAt }: Opened) =>
  plan && {
    begins: plan.begins,
    presentIds: plan.present.map(each => each.id),
    restUntil: plan.isForTheRest ? endsAt : null,
  }

type Opened = Pick<OpenedSubscription, 'id' | 'startsAt' | 'endsAt'> &
  Partial<OpenedSubscription> & {
    /** Whether it begins only because the time of withdrawal is over then. */
    waits: boolean
  }

/** @returns the subscription that was opened or enlarged, and the period that was paid for; undefined when it came too late */
async function open(
  tx: Tx,
  deps: OrderDeps,
  { order, product }: OrderRow,
  payment: PaymentRow,
): Promise<Opened | undefined> {
  const { userId, productCode, sharedId, sharedAct } = order
  if (sharedId !== null && sharedAct === 'add_seats') {
    const added = { subscriptionId: sharedId, seats: product.seats, until: order.restUntil }
    const endsAt = await addSeats(tx, deps, added)
    return endsAt && { id: sharedId, startsAt: deps.clock.now(), endsAt, waits: false }
  }
  const renews =
    sharedId === null
      ? undefined
      : await lockLastPeriod(tx, deps, {
          subscriptionId: sharedId,
          seats: product.seats,
          at: order.createdAt,
        })
  if (sharedId !== null && !renews) return undefined
  const { begins, presentIds, restUntil } = order
  const told = begins && { begins, presentIds: presentIds ?? [], restUntil }
  const notBefore = (await waitsForWithdrawal(tx, order)) ? endOfWithdrawal(concludedAt(payment)) : undefined
  const subscription = await openSubscription(tx, deps, {
    userId,
    productCode,
    payment,
    renews,
    told,
    notBefore,
  })
  if (product.audience === 'company' && !renews) {
    const { address: company, buyerReference } = order
    await openShared(tx, { subscriptionId: subscription.id, company, buyerReference })
  }
  const { plan, ...period } = subscription
  const opened = { ...period, waits: notBefore?.equals(period.startsAt) ?? false }
  return product.audience === 'company' ? opened : { ...opened, plan }
}

/** Columns that forget a gift's recipient; what is no gift stays none. */
const withoutRecipient = { giftEmail: sql`left(${orders.giftEmail}, 0)`, giftName: null, giftMessage: null }

const close = (
  tx: Tx,
  orderIds: readonly number[],
  state: 'paid' | 'failed' | 'expired',
  paidAt: Temporal.Instant | null = null,
): Promise<unknown> =>
  tx
    .update(orders)
    .set({
      state,
      paidAt,
      requestKey: keyOfClosed,
      ...(state === 'paid' ? {} : withoutRecipient),
    })
    .where(inArray(orders.id, [...orderIds]))
