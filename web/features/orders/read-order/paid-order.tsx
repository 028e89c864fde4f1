import { useEffect } from 'react'
import { giftLifeDays } from '#contract/gifts/gift-terms.ts'
import type { Order } from '#contract/orders/orders.ts'
import { routes } from '#contract/routes.ts'
import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { MessageKey } from '#locales/message-values.ts'
import { renewToken } from '#web/lib/call/api.ts'
import { queryClient, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { keepDraft } from '../create-order/order-draft.ts'
import { PlanOfOrder } from './plan-of-order.tsx'

type PaidOrderProps = { order: Order; email: string; userId: string }

/** A paid order, and next actions. */
export function PaidOrder({ order, email, userId }: PaidOrderProps) {
  const t = useT()
  const subscription = useOpened(order, userId)
  useEffect(() => {
    keepDraft({ productCode: order.product.code, userId }, undefined)
    void queryClient.invalidateQueries({ queryKey: [listSubscriptions.path] })
    void renewToken('roles')
  }, [order.product.code, userId])
  const { gift } = order
  return (
    <>
      {gift && <p>{t('order.paid_gift_then', { days: giftLifeDays })}</p>}
      <PlanOfOrder order={order} />
      <p>
        <RichText id="order.paid_lead" values={{ price: formatMoney(order.price), email }} />
      </p>
      <Actions>
        <WaysOn audience={gift ? 'gift' : (subscription?.audience ?? 'person')} id={order.subscription_id} />
      </Actions>
    </>
  )
}

const nowTexts = {
  person: 'order.paid_read',
  gift: 'order.paid_read',
  family: 'order.paid_family',
  company: 'order.paid_company',
} as const satisfies Record<Subscription['audience'], MessageKey>

/**
 * One sentence: what the reader has now, or what will be sent to whom.
 *
 * @param props.today the publisher's day, e.g. 2026-12-24
 */
export function PaidLead({ order, userId, today }: { order: Order; userId: string; today: string }) {
  const t = useT()
  const subscription = useOpened(order, userId)
  const { gift } = order
  if (!gift && order.plan?.after_withdrawal && subscription?.state === 'future') return t('order.paid_waits')
  if (!gift) return t(subscription ? nowTexts[subscription.audience] : 'order.paid_read')
  // Whoever it was for was erased since.
  if (gift.email === '') return null
  return gift.date <= today ? (
    <RichText id="order.paid_gift_now" values={{ to: gift.email }} />
  ) : (
    <RichText id="order.paid_gift_lead" values={{ to: gift.email, date: formatDate(gift.date) }} />
  )
}

/** Next links, most useful first. */
function WaysOn({ audience, id }: { audience: Subscription['audience']; id: number | null }) {
  const t = useT()
  const { hosts } = runtimeConfig()
  const account = (path: string) => new URL(path, hosts.account).href
  const profile = account(routes.subscription.path)
  const first = {
    person: { label: 'order.to_reading', href: hosts.publisher },
    gift: { label: 'order.to_gifts', href: `${profile}#darceky` },
    family: { label: 'order.to_family', href: account(routes.family_accesses.path) },
    company: {
      label: 'order.to_accesses',
      href: account(`${routes.company_subscription.path}?predplatne=${id}`),
    },
  } as const
  const { label, href } = first[audience]
  return (
    <>
      <ButtonLink variant="primary" href={href}>
        {t(label)}
      </ButtonLink>
      {audience !== 'gift' && <ButtonLink href={profile}>{t('order.to_subscription')}</ButtonLink>}
    </>
  )
}

/** Title: what the reader has now, and until when. */
export function usePaidTitle(order: Order | undefined, userId: string): string {
  const t = useT()
  const subscription = useOpened(order, userId)
  if (!order) return ''
  const { name } = order.product
  if (order.gift) return t('order.paid_gift', { name })
  if (!subscription) return t('order.paid_plain', { name })
  return t(subscription.state === 'future' ? 'order.paid_later' : 'order.paid', {
    name,
    from: formatDate(subscription.period.from),
    // The end of a period is the first instant without access: its last day is the one before.
    until: formatDate(new Date(Date.parse(subscription.period.to) - 1).toISOString()),
  })
}

/** The subscription that an order has opened. */
function useOpened(order: Order | undefined, userId: string): Subscription | undefined {
  const { data } = useEndpoint(listSubscriptions, { params: { userId } })
  return data?.items.find(each => each.id === order?.subscription_id)
}
