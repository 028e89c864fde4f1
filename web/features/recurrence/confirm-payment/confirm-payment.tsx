import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  confirmPayment,
  type PaymentConfirmation,
  readPaymentConfirmation,
} from '#contract/recurrence/confirm-payment.ts'
import { routes } from '#contract/routes.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { call } from '#web/lib/call/api.ts'
import { invalidate, readOptions } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { leaveFor, markPage, useLocation } from '#web/lib/navigation/navigation.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { BackToSubscription, Statement } from '../of-subscription.tsx'

/** Polling interval while the gateway is asked. */
const askEveryMs = 2000

type Params = { userId: string; id: string }

/** The payment of a renewal that the bank wants confirmed: what will happen, and the outcome after the gateway's page (R11.12). */
export function ConfirmPayment() {
  const own = useOwnParams()
  const { search } = useLocation()
  const address = new URLSearchParams(search)
  const id = address.get('predplatne')
  if (id === null) return <Nothing />
  return <Confirmation params={{ ...own, id }} result={address.get('payment')} />
}

/** @param props.result as the gateway's page led back: `done`, `left`, or null before it */
function Confirmation({ params, result }: { params: Params; result: string | null }) {
  const t = useT()
  const query = useQuery({
    ...readOptions(readPaymentConfirmation, { params }),
    refetchInterval: ({ state }) =>
      result === 'done' && state.data?.state === 'waiting' ? askEveryMs : false,
  })
  const { data } = query
  const isPaid = data?.state === 'paid'
  // The notice on top was read before it.
  useEffect(() => {
    if (isPaid) void invalidate(listSubscriptions)
  }, [isPaid])
  if (!data) return <Awaited query={query} shape="answer" count={3} failed="confirm.failed_title" />
  if (data.state === 'none') return <Nothing />
  const isWaiting = result === 'done' && data.state === 'waiting'
  if (data.state !== 'paid' && !isWaiting) {
    return <Needed params={params} confirmation={data} hasFailed={result !== null} />
  }
  const price = data.price ? formatMoney(data.price) : ''
  return (
    <div role="status">
      <Statement
        title={t(isWaiting ? 'confirm.waiting_title' : 'confirm.paid_title')}
        text={t(isWaiting ? 'confirm.waiting_text' : 'confirm.paid_text', { price })}
      >
        <BackToSubscription />
      </Statement>
    </div>
  )
}

function Needed({
  params,
  confirmation,
  hasFailed,
}: {
  params: Params
  confirmation: PaymentConfirmation
  /** The reader has come back from the gateway's page without having paid. */
  hasFailed: boolean
}) {
  const t = useT()
  const { busy, onSubmit, problems } = useSubmission([], async () => {
    const isStillHere = markPage()
    const { redirect_url: gateway } = await call(confirmPayment, { params }).catch(async (error: unknown) => {
      // A refusal means stale data.
      await invalidate(readPaymentConfirmation)
      throw error
    })
    if (isStillHere()) await leaveFor(gateway)
  })
  const price = confirmation.price ? formatMoney(confirmation.price) : ''
  return (
    <Statement
      title={t(hasFailed ? 'confirm.unpaid_title' : 'confirm.title')}
      text={t('confirm.text', { price })}
      more={problems.length > 0 && <Problems texts={problems} />}
    >
      <Button variant="primary" busy={busy} onClick={onSubmit}>
        {t('confirm.pay', { price })}
      </Button>
      <ButtonLink href={`${routes.card_change.path}?predplatne=${params.id}`}>
        {t('confirm.change_card')}
      </ButtonLink>
      <BackToSubscription />
    </Statement>
  )
}

function Nothing() {
  const t = useT()
  return (
    <Statement title={t('confirm.none_title')} text={t('confirm.none_text')}>
      <BackToSubscription />
    </Statement>
  )
}
