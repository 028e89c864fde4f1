import type { Locale } from '#contract/wire.ts'
import type { OpenContract, Withdrawal } from '#contract/withdrawals/withdrawals.ts'
import { describeRefund } from '#server/modules/payments/index.ts'
import { lastDayOfWithdrawal } from '#server/modules/subscriptions/index.ts'
import { dayOf } from '#server/platform/clock.ts'
import { localized } from '#server/platform/texts/localized.ts'
import type { Chain, Link } from './find-chain.ts'
import { type ContractRow, toContract } from './store.ts'

/** The number by which a visitor names it: of the order, or the variable symbol where there was none. */
export const numberOf = ({ order, payment }: ContractRow): string =>
  order ? String(order.id) : (payment.variableSymbol ?? '')

const describe = (row: ContractRow, locale: Locale) => ({
  payment_id: row.payment.id,
  order_number: numberOf(row),
  product_name: localized(row.product, 'name', locale),
  is_gift: row.order?.giftEmail != null,
})

const money = (amount: number) => ({ amount, currency: 'EUR' as const })

const describeSum = ({ row, sum }: Link) => ({
  paid: money(row.payment.amountCents),
  refund: money(sum.refundCents),
  kept: money(sum.keptCents),
  days: sum.days,
  method: row.payment.method,
  card: row.card,
})

/** A contract from which its reader may withdraw, with all that would end and come back now. */
export function describeOpen({ own, later, restores }: Chain, locale: Locale): OpenContract {
  const { concludedAt } = toContract(own.row)
  const inAll = [own, ...later].reduce((cents, { sum }) => cents + sum.refundCents, 0)
  return {
    ...describe(own.row, locale),
    ...describeSum(own),
    concluded_on: dayOf(concludedAt).toString(),
    last_day: lastDayOfWithdrawal(concludedAt).toString(),
    restores,
    later: later.map(link => ({ ...describe(link.row, locale), ...describeSum(link) })),
    refund_in_all: money(inAll),
  }
}

/** A withdrawal that was received. */
export function describeWithdrawal(row: ContractRow, locale: Locale, now: Temporal.Instant): Withdrawal {
  const { withdrawal, refund, reader } = row
  if (!withdrawal) throw new Error('A contract without a withdrawal was described as withdrawn')
  return {
    ...describe(row, locale),
    received_at: withdrawal.receivedAt.toString(),
    email: reader.email,
    refund: refund && describeRefund(refund, now),
  }
}
