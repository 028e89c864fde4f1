import type { Locale } from '#contract/wire.ts'
import type { OpenContract, Withdrawal } from '#contract/withdrawals/withdrawals.ts'
import { describeRefund } from '#server/modules/payments/index.ts'
import { lastDayOfWithdrawal } from '#server/modules/subscriptions/index.ts'
import { dayOf } from '#server/platform/clock.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { sumOfWithdrawal } from './judge-contract.ts'
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

/** A contract from which its reader may withdraw, with what would come back now. */
export function describeOpen(row: ContractRow, locale: Locale, now: Temporal.Instant): OpenContract {
  const contract = toContract(row)
  const { refundCents, keptCents, days } = sumOfWithdrawal(contract, now)
  const money = (amount: number) => ({ amount, currency: 'EUR' as const })
  return {
    ...describe(row, locale),
    concluded_on: dayOf(contract.concludedAt).toString(),
    last_day: lastDayOfWithdrawal(contract.concludedAt).toString(),
    paid: money(contract.paidCents),
    refund: money(refundCents),
    kept: money(keptCents),
    days,
    restores: row.restores,
    method: row.payment.method,
    card: row.card,
  }
}

/** A withdrawal that was received. */
export function describeWithdrawal(row: ContractRow, locale: Locale, now: Temporal.Instant): Withdrawal {
  const { withdrawal, refund, reader } = row
  if (!withdrawal || !refund) throw new Error('A contract without a withdrawal was described as withdrawn')
  return {
    ...describe(row, locale),
    received_at: withdrawal.receivedAt.toString(),
    email: reader.email,
    refund: describeRefund(refund, now),
  }
}
