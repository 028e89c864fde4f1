import { routes } from '#contract/routes.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { lastDayOfWithdrawal } from '#server/modules/subscriptions/index.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatDay, formatMoney, formatPlainDay, formatTime } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { numberOf } from './describe-contract.ts'
import type { Verdict } from './judge-contract.ts'
import { type ContractRow, findReaderOf, toContract } from './store.ts'

type MailDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/** Within so many days of the withdrawal the money is sent (Directive 2011/83/EU, art. 13(1); Act 108/2024, § 22(1)). */
const payBackDays = 14

/** What a copy tells beyond its own contract. */
export type Told = {
  /** The contract that was counted towards its price, with which it ended. */
  counted?: ContractRow
  /** Whether what the reader had before runs on. */
  restores?: boolean
}

/**
 * Mails the copy of a withdrawal with the day and the time of its receipt (Directive 2011/83/EU, art. 11a(4)).
 *
 * @param row after the withdrawal
 */
export function mailReceived(
  tx: Tx,
  deps: MailDeps,
  row: ContractRow,
  { counted, restores = false }: Told = {},
): Promise<void> {
  const { reader, payment, withdrawal, refund, order } = row
  const keptCents = payment.amountCents - payment.refundedCents
  if (!withdrawal) throw new Error('A contract without a withdrawal has no copy of one')
  const { locale } = reader
  const { receivedAt } = withdrawal
  return sendMail(tx, deps, {
    to: reader.email,
    locale,
    template: 'withdrawal_received',
    values: {
      product: localized(row.product, 'name', locale),
      order: numberOf(row),
      concluded: formatDay(locale, toContract(row).concludedAt),
      day: formatDay(locale, receivedAt),
      time: formatTime(locale, receivedAt),
      price: formatMoney(locale, refund?.amountCents ?? 0),
      way: refund?.way ?? 'none',
      deadline: formatPlainDay(locale, dayOf(receivedAt).add({ days: payBackDays })),
      counted: counted ? 'yes' : 'no',
      with: counted ? numberOf(counted) : '',
      part: keptCents > 0 ? 'yes' : 'no',
      paid: formatMoney(locale, payment.amountCents),
      kept: formatMoney(locale, keptCents),
      gift: order?.giftEmail == null ? 'no' : 'yes',
      restores: restores ? 'yes' : 'no',
    },
    link: `${deps.settings.origins.account}${routes.withdrawal.path}`,
  })
}

/** Tells who named an order why nothing came of the withdrawal. */
export async function mailRefused(
  tx: Tx,
  deps: MailDeps,
  told: { userId: number; number: string; verdict: Verdict | 'none'; row?: ContractRow },
): Promise<void> {
  const { email, locale } = await findReaderOf(tx, told.userId)
  await sendMail(tx, deps, {
    to: email,
    locale,
    template: 'withdrawal_refused',
    values: {
      order: told.number,
      reason: told.verdict,
      day: told.row ? formatPlainDay(locale, lastDayOfWithdrawal(toContract(told.row).concludedAt)) : '',
    },
    link: `${deps.settings.origins.account}${routes.subscription.path}`,
  })
}
