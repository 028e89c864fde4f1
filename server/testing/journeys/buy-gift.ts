import { eq } from 'drizzle-orm'
import type { Gift } from '#contract/gifts/gifts.ts'
import type { Order } from '#contract/orders/orders.ts'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { makeRefund } from '../make/refund.ts'
import type { MoneyApp, MoneyReader } from '../setup/money-app.ts'

/**
 * Buys a gift by bank transfer, whose money arrives as soon as `pay` is called.
 *
 * @param gift.inDays on which day from now it is mailed
 */
export async function orderGift(
  server: MoneyApp,
  giver: MoneyReader,
  gift: { email: string; inDays?: number; name?: string; message?: string },
) {
  const { inDays = 0, ...given } = gift
  const date = dayIn(server, inDays)
  const answer = await giver.order({
    product: 'gift_premium_1y',
    method: 'bank_transfer',
    gift: { ...given, date },
  })
  const { transfer } = answer.json<Order>()
  if (!transfer) throw new Error(`The gift was not ordered: ${answer.body}`)
  const { variable_symbol: variableSymbol, price } = transfer
  return {
    date,
    pay: () => receiveTransfer(server.money, { variableSymbol, amountCents: price.amount }),
    /** The bank sent the money back. */
    refund: async () => {
      const [payment] = await server.deps.db
        .select()
        .from(payments)
        .where(eq(payments.variableSymbol, variableSymbol))
      if (!payment) throw new Error('There is no payment')
      await makeRefund(server.money, payment.id)
    },
  }
}

/** The day so many days from now, by the calendar in Bratislava. */
export const dayIn = ({ clock }: Pick<MoneyApp, 'clock'>, days: number): string =>
  clock.now().toZonedDateTimeISO('Europe/Bratislava').toPlainDate().add({ days }).toString()

/** The newest gift of a giver, as they see it. */
export async function lastGift(giver: MoneyReader): Promise<Gift> {
  const { items } = (await giver.browser.get(`${giver.own}/gifts`)).json<{ items: Gift[] }>()
  if (!items[0]) throw new Error('There is no gift')
  return items[0]
}
