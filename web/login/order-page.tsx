import { useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { ReaderKnown } from '#web/blocks/reader-known.tsx'
import { useUnpaid } from '#web/features/orders/read-order/order-end.tsx'
import { PaidLead, PaidOrder, usePaidTitle } from '#web/features/orders/read-order/paid-order.tsx'
import { PlanOfOrder } from '#web/features/orders/read-order/plan-of-order.tsx'
import { TransferDetails } from '#web/features/orders/read-order/transfer-details.tsx'
import { useOrder } from '#web/features/orders/read-order/use-order.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import type { Profile } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { dayOf, formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { MessageText, RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FailedStep } from '../blocks/failed-step.tsx'
import { OtherReader } from '../blocks/other-reader.tsx'
import { SignInWays } from '../blocks/sign-in-ways.tsx'
import { Step } from '../blocks/step.tsx'
import { useOrderInAddress, useParameters, useReader } from '../lib/reader/login-context.ts'

/** /obchod/objednavka?order=: state of an order; return address of the gateway. */
export function OrderPage() {
  const t = useT()
  return (
    <ReaderKnown coming={<Skeleton label={t('common.loading')} shape="answer" />}>
      <OrderOfReader />
    </ReaderKnown>
  )
}

function OrderOfReader() {
  const t = useT()
  const id = useOrderInAddress()
  const reader = useReader()
  if (reader) return <Followed id={id} reader={reader} />
  return (
    <Step title={t('order.sign_in')} focus="title" lead={t('order.sign_in_lead')}>
      <SignInWays />
    </Step>
  )
}

function Followed({ id, reader }: { id: string; reader: Profile }) {
  const t = useT()
  const { data, error, isFetching, refetch } = useOrder(String(reader.id), id)
  if (data) return <OrderOutcome order={data} reader={reader} />
  if (error instanceof ApiError && error.kind === 'not_found') return <Unknown email={reader.email} />
  if (error) {
    return <FailedStep title={t('order.failed_to_load')} busy={isFetching} onRetry={() => void refetch()} />
  }
  return <Skeleton label={t('common.loading')} shape="answer" />
}

function OrderOutcome({ order, reader }: { order: Order; reader: Profile }) {
  if (order.state === 'paid') return <Paid key="paid" order={order} reader={reader} />
  if (order.transfer)
    return <ByTransfer key="transfer" order={order} transfer={order.transfer} reader={reader} />
  return <Unpaid key={order.state} order={order} reader={reader} />
}

function Paid({ order, reader }: { order: Order; reader: Profile }) {
  const [nowMs] = useState(() => serverTimeMs())
  const today = dayOf(nowMs)
  const userId = String(reader.id)
  return (
    <Step
      title={usePaidTitle(order, userId)}
      focus="title"
      lead={<PaidLead order={order} userId={userId} today={today} />}
    >
      <PaidOrder order={order} email={reader.email} userId={userId} />
    </Step>
  )
}

function Unpaid({ order, reader }: { order: Order; reader: Profile }) {
  const cameBack = useParameters().get('payment') === 'done'
  const { title, lead, ways } = useUnpaid(order, { email: reader.email, cameBack })
  return (
    <Step title={title} focus="title" lead={<MessageText message={lead} />}>
      <div role="status">{ways && <Actions>{ways}</Actions>}</div>
    </Step>
  )
}

type ByTransferProps = { order: Order; transfer: NonNullable<Order['transfer']>; reader: Profile }

function ByTransfer({ order, transfer, reader }: ByTransferProps) {
  const t = useT()
  const { price } = order
  const sums = { price: formatMoney(price), received: formatMoney(transfer.received) }
  if (transfer.received.amount >= price.amount) {
    return (
      <Step title={t('order.transfer_enough')} focus="title" lead={t('order.transfer_enough_lead', sums)}>
        <PlanOfOrder order={order} />
      </Step>
    )
  }
  return (
    <Step
      title={t('order.transfer', { price: formatMoney(transfer.price) })}
      focus="title"
      lead={
        transfer.received.amount > 0 ? (
          t('order.transfer_missing_lead', sums)
        ) : (
          <TransferLead order={order} email={reader.email} />
        )
      }
    >
      <PlanOfOrder order={order} />
      <TransferDetails order={order} transfer={transfer} />
    </Step>
  )
}

/** When it begins, after the money has come. */
function TransferLead({ order: { gift, plan, product }, email }: { order: Order; email: string }) {
  const values = { name: product.name, email }
  if (gift)
    return <RichText id="order.transfer_lead_gift" values={{ ...values, date: formatDate(gift.date) }} />
  const waits = plan?.begins === 'after' || plan?.after_withdrawal
  return <RichText id={waits ? 'order.transfer_lead_after' : 'order.transfer_lead'} values={values} />
}

function Unknown({ email }: { email: string }) {
  const t = useT()
  return (
    <Step title={t('order.unknown')} focus="title" lead={t('order.unknown_lead')}>
      <OtherReader>
        <RichText id="login.signed_in.lead" values={{ email }} />
      </OtherReader>
      <Actions>
        <ButtonLink href={shopPaths.catalogue}>{t('shop.other')}</ButtonLink>
      </Actions>
    </Step>
  )
}
