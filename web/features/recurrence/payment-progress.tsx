import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type ChangePayment, readChangePayment } from '#contract/recurrence/recurrence.ts'
import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { backoffMs } from '#web/lib/call/backoff.ts'
import { readOptions } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { BackToSubscription, Statement } from './of-subscription.tsx'
import { refreshRenewal } from './use-subscription.ts'

type PaymentProgressProps = {
  subscription: Subscription
  /** Has just been pressed for on this page. */
  arrives: boolean
  /** @param name of the product that the reader has from now on */
  onPaid: (name: string) => void
  /** The reader wants to see the change anew. */
  onAgain: () => void
}

/** Whether the answer to a change that is charged at once says that the charge has not ended yet. */
export const isInPayment = (answer: Subscription | ChangePayment): answer is ChangePayment =>
  'decline' in answer

/**
 * A change whose payment the gateway has not confirmed in time (R17.03): it goes on by itself, so there is nothing to press
 * until it is refused. The state is the server's, on any device and after a reload.
 */
export function PaymentProgress({ subscription, arrives, onPaid, onAgain }: PaymentProgressProps) {
  const t = useT()
  const params = { ...useOwnParams(), id: String(subscription.id) }
  const query = useQuery({
    ...readOptions(readChangePayment, { params }),
    // Another one may have ended before.
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      !data || data.state === 'processing' ? backoffMs(dataUpdateCount + errorUpdateCount) : false,
  })
  const data = query.isFetchedAfterMount ? query.data : undefined
  const onEnd = useEffectEvent(async (name: string | null) => {
    if (name !== null) onPaid(name)
    await refreshRenewal()
  })
  const end = data?.state
  const paid = end === 'paid' ? (data?.type?.name ?? '') : null
  useEffect(() => {
    if (end === 'paid' || end === 'failed') void onEnd(paid)
  }, [end, paid])
  if (!data || end === 'paid')
    return <Awaited query={query} shape="answer" count={3} failed="confirm.failed_title" />
  const values = { name: data.type?.name ?? '', price: data.price ? formatMoney(data.price) : '' }
  if (end === 'processing') {
    return (
      <div role="status">
        <Statement
          title={t('recurrence.in_payment')}
          text={t('recurrence.in_payment_text', values)}
          arrives={arrives}
        >
          <BackToSubscription />
        </Statement>
      </div>
    )
  }
  return (
    <div role="status">
      <Statement
        title={t('recurrence.unpaid')}
        text={t('recurrence.unpaid_text', { reason: data.decline ?? 'other' })}
      >
        <Button onClick={onAgain}>{t('recurrence.pay_again')}</Button>
        <ButtonLink href={`${routes.card_change.path}?predplatne=${subscription.id}`}>
          {t('confirm.change_card')}
        </ButtonLink>
        <BackToSubscription />
      </Statement>
    </div>
  )
}
