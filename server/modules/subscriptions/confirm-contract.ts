import { withdrawalAddress } from '#contract/orders/shop-paths.ts'
import type { Locale } from '#contract/wire.ts'
import type { OrderConsents } from '#server/modules/order-terms/index.ts'
import type { Mail } from '#server/modules/outbox/index.ts'
import type { PaymentRow } from '#server/modules/payments/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatDay, formatMoney, formatPlainDay } from '#server/platform/texts/format.ts'
import { say } from '#server/platform/texts/messages.ts'
import type { OpenedSubscription } from './open-subscription.ts'
import { concludedAt, lastDayOfWithdrawal } from './withdrawal-time.ts'

/**
 * What makes a mail the confirmation of a contract that its buyer can keep (Directive 2011/83/EU, art. 8(7); Act
 * 108/2024, § 17(12)), beside the product, the period and the sum: the next charge and how to stop it, withdrawal with
 * its last day, the terms, and the files.
 *
 * @param contract.payment that concluded it, as it is settled
 * @param contract.number by which a visitor withdraws: the order's, or the variable symbol where there was no order
 * @param contract.consents what its buyer agreed to; null in contracts made before that was kept
 * @returns paragraphs, each with an empty line behind it, and the files of the mail
 */
export function confirmContract(
  { settings }: Pick<Deps, 'settings'>,
  contract: {
    payment: PaymentRow
    number: number | string
    locale: Locale
    next: OpenedSubscription['next']
    consents: OrderConsents | null
  },
): { contract: string; files: NonNullable<Mail['files']> } {
  const { payment, number, locale, next, consents } = contract
  return {
    contract: say(locale, 'mail.contract', {
      renews: next ? 'yes' : 'no',
      day: next ? formatDay(locale, next.at) : '',
      next_price: next ? formatMoney(locale, next.priceCents) : '',
      withdraws: consents?.withdrawal_information ? 'yes' : 'no',
      information: say(locale, 'terms.withdrawal'),
      last_day: formatPlainDay(locale, lastDayOfWithdrawal(concludedAt(payment))),
      asked: consents?.begin_at_once ? 'yes' : 'no',
      order: String(number),
      withdraw_url: `${settings.origins.login}${withdrawalAddress(number)}`,
      agreed: consents ? 'yes' : 'no',
      terms_version: consents?.terms_version ?? '',
      terms_url: consents?.terms_url ?? '',
    }),
    files: [{ kind: 'document', paymentId: payment.id }, { kind: 'terms' }],
  }
}
