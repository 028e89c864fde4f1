import { type Order } from '#contract/orders/orders.ts'
import { DeclineReason } from '#contract/payments/decline-reason.ts'
import type { Locale } from '#contract/wire.ts'
import { findPresent } from '#server/modules/subscriptions/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Settings } from '#server/platform/settings.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { bankAppLink } from './bank-app-link.ts'
import { payBySquare } from './pay-by-square.ts'
import { findReceivedCents, type OrderRow } from './store.ts'
import { waitsForWithdrawal } from './waits-for-withdrawal.ts'

type Transfer = NonNullable<Order['transfer']>

/** An order as its reader is shown it. */
export async function describeOrder(
  { db, settings }: { db: Db; settings: Pick<Settings, 'bank'> },
  row: OrderRow,
  locale: Locale,
): Promise<Order> {
  const { order, product, payment } = row
  const isWaiting = order.state === 'waiting'
  // Paid in part it is still waited for: what comes later completes an order that has expired, too (decision 030).
  const receivedCents = await receivedFor(db, row)
  const decline = DeclineReason.safeParse(isWaiting ? payment.lastDecline : payment.failure)
  return {
    id: order.id,
    state: isTooLate(order) ? 'too_late' : order.state,
    product: { code: product.code, name: localized(product, 'name', locale) },
    method: order.method,
    price: { amount: order.priceCents, currency: 'EUR' },
    plan: order.begins && {
      begins: order.begins,
      after_withdrawal: await waitsForWithdrawal(db, order),
      present: await findPresent(db, order.presentIds ?? [], locale),
      rest_until: order.restUntil?.toString() ?? null,
    },
    created_at: order.createdAt.toString(),
    expires_at: order.expiresAt.toString(),
    gift: describeGift(row),
    ...(isWaiting && order.checkoutUrl !== null ? { redirect_url: order.checkoutUrl } : {}),
    ...(order.method === 'bank_transfer' && (isWaiting || receivedCents > 0)
      ? {
          transfer: describeTransfer({
            dueCents: order.priceCents,
            receivedCents,
            variableSymbol: payment.variableSymbol ?? '',
            note: product.nameSk,
            bank: settings.bank,
          }),
        }
      : {}),
    decline: decline.success ? decline.data : null,
    subscription_id: order.subscriptionId,
  }
}

/** What has come by transfers of other sums for an order that is not paid. */
const receivedFor = async (db: Db, { order: { state, method }, payment }: OrderRow): Promise<number> =>
  method === 'bank_transfer' && (state === 'waiting' || state === 'expired')
    ? await findReceivedCents(db, payment.id)
    : 0

/** As it was ordered; once it is paid as it is, which may have another address since. */
function describeGift({ order, gift }: OrderRow): Order['gift'] {
  if (gift) return { email: gift.email, date: gift.sendOn, name: gift.recipientName, message: gift.message }
  const { giftEmail: email, giftDate: date, giftName: name, giftMessage: message } = order
  return email === null || date === null ? null : { email, date, name, message }
}

/** What is paid for has opened or enlarged a subscription, or made a gift; nothing but what came too late did neither. */
const isTooLate = ({ state, subscriptionId, giftEmail }: OrderRow['order']): boolean =>
  state === 'paid' && subscriptionId === null && giftEmail === null

type Due = {
  dueCents: number
  receivedCents: number
  variableSymbol: string
  note: string
  bank: Settings['bank']
}

function describeTransfer({ dueCents, receivedCents, variableSymbol, note, bank }: Due): Transfer {
  const missingCents = dueCents - receivedCents
  const amountCents = missingCents > 0 ? missingCents : dueCents
  const asked = { ...bank, amountCents, variableSymbol, note }
  const { text, svg } = payBySquare(asked)
  return {
    iban: bank.iban,
    beneficiary: bank.beneficiary,
    variable_symbol: variableSymbol,
    price: { amount: amountCents, currency: 'EUR' },
    received: { amount: receivedCents, currency: 'EUR' },
    qr: text,
    qr_svg: svg,
    app_link: bankAppLink(asked),
  }
}
