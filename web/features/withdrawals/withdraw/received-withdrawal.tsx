import type { ReactNode } from 'react'
import type { Withdrawal } from '#contract/withdrawals/withdrawals.ts'
import { formatDate, formatMoney, formatTime } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Message } from '../message.tsx'

type ReceivedWithdrawalProps = { withdrawal: Withdrawal; arrives: boolean; children: ReactNode }

/** A withdrawal that was received, and where its money is. */
export function ReceivedWithdrawal({ withdrawal, arrives, children }: ReceivedWithdrawalProps) {
  const t = useT()
  const { received_at: at, refund } = withdrawal
  const about = t('withdrawal.about', {
    order: withdrawal.order_number,
    name: withdrawal.product_name,
    email: withdrawal.email,
  })
  const money = t('withdrawal.money', {
    state: refund?.state ?? 'none',
    way: refund?.way ?? '',
    price: refund ? formatMoney(refund.price) : '',
    day: refund?.sent_at ? formatDate(refund.sent_at) : '',
  })
  return (
    <Message
      title={t('withdrawal.received', { day: formatDate(at), time: formatTime(at) })}
      text={`${about} ${money}`}
      arrives={arrives}
    >
      {children}
    </Message>
  )
}
