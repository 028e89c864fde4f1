import { type Order } from '#contract/orders/orders.ts'
import { DeclineReason } from '#contract/payments/decline-reason.ts'
import type { Locale } from '#contract/wire.ts'
import type { Settings } from '#server/platform/settings.ts'
import { payBySquare } from './pay-by-square.ts'
import type { OrderRow } from './store.ts'

/** An order as its reader is told it. */
export function describeOrder(
  { order, product, payment }: OrderRow,
  locale: Locale,
  bank: Settings['bank'],
): Order {
  const isWaiting = order.state === 'waiting'
  const decline = DeclineReason.safeParse(isWaiting ? payment.lastDecline : payment.failure)
  return {
    id: order.id,
    state: order.state,
    product: { code: product.code, name: locale === 'sk' ? product.nameSk : product.nameEn },
    method: order.method,
    price: { amount: order.priceCents, currency: 'EUR' },
    created_at: order.createdAt.toString(),
    expires_at: order.expiresAt.toString(),
    gift:
      order.giftEmail === null || order.giftDate === null
        ? null
        : {
            email: order.giftEmail,
            date: order.giftDate,
            name: order.giftName,
            message: order.giftMessage,
          },
    ...(isWaiting && order.checkoutUrl !== null ? { redirect_url: order.checkoutUrl } : {}),
    ...(isWaiting && order.method === 'bank_transfer'
      ? { transfer: describeTransfer(order.priceCents, payment.variableSymbol ?? '', product.nameSk, bank) }
      : {}),
    decline: decline.success ? decline.data : null,
    subscription_id: order.subscriptionId,
  }
}

function describeTransfer(
  amountCents: number,
  variableSymbol: string,
  note: string,
  { iban, beneficiary }: Settings['bank'],
): NonNullable<Order['transfer']> {
  const { text, svg } = payBySquare({ iban, beneficiary, amountCents, variableSymbol, note })
  return {
    iban,
    beneficiary,
    variable_symbol: variableSymbol,
    price: { amount: amountCents, currency: 'EUR' },
    qr: text,
    qr_svg: svg,
  }
}
