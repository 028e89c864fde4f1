import { useState } from 'react'
import { listProducts } from '#contract/orders/products.ts'
import { switchRecurrence } from '#contract/recurrence/recurrence.ts'
import { routes } from '#contract/routes.ts'
import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { formatDate, formatMoney } from '#web/lib/format.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { queryClient, useEndpoint } from '#web/lib/use-endpoint.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackToSubscription, OfSubscription, Told } from '../of-subscription.tsx'
import { cardName, namesOf } from '../use-subscription.ts'

/** Turns the renewal on again, once the reader has read what will be charged and when (R4.06). */
export function StartRecurrence() {
  const [pressed, setPressed] = useState(false)
  return (
    <OfSubscription>
      {subscription =>
        subscription.recurrence.state === 'on' ? (
          <On subscription={subscription} justNow={pressed} />
        ) : (
          <Off subscription={subscription} onStarted={() => setPressed(true)} />
        )
      }
    </OfSubscription>
  )
}

function On({ subscription: { recurrence }, justNow }: { subscription: Subscription; justNow: boolean }) {
  const t = useT()
  const next = recurrence.next_payment
  const text =
    next && t('recurrence.on_done', { charge: formatDate(next.at), price: formatMoney(next.price) })
  return (
    <Told title={t('recurrence.is_on_title')} text={text} arrives={justNow}>
      <BackToSubscription />
    </Told>
  )
}

function Off({ subscription, onStarted }: { subscription: Subscription; onStarted: () => void }) {
  const t = useT()
  const own = useOwnParams()
  const products = useEndpoint(listProducts, {})
  const starting = useSubmission([], async () => {
    await call(switchRecurrence, {
      params: { ...own, id: String(subscription.id) },
      body: { enabled: true },
    })
    onStarted()
    await queryClient.invalidateQueries({ queryKey: [listSubscriptions.path] })
  })
  const code = subscription.recurrence.next_type?.code ?? subscription.type.code
  const price = products.data?.items.find(each => each.code === code)?.price
  const card = subscription.payment?.card
  return (
    <Told
      title={t('recurrence.on_title', namesOf(subscription))}
      text={
        price && card
          ? t('recurrence.on_text', { price: formatMoney(price), card: cardName(card) })
          : t('recurrence.on_text_plain')
      }
      more={
        starting.failure && (
          <Notice tone="error" title={t('error.recurrence_activate_failed')}>
            {starting.problems.map(problem => (
              <p key={problem}>{problem}</p>
            ))}
          </Notice>
        )
      }
    >
      <Button variant="primary" busy={starting.busy} onClick={starting.onSubmit}>
        {t('recurrence.turn_on')}
      </Button>
      <ButtonLink href={routes.subscription.path}>{t('recurrence.stay_off')}</ButtonLink>
    </Told>
  )
}
