import { useState } from 'react'
import type { AgreedTerms } from '#contract/orders/order-terms.ts'
import { changeSubscription, listChanges } from '#contract/recurrence/change-subscription.ts'
import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { call } from '#web/lib/call/api.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { addressWith, navigate, useLocation } from '#web/lib/navigation/navigation.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatDate, formatLastDay } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { BackToSubscription, OfSubscription, Statement } from '../of-subscription.tsx'
import { isInPayment, PaymentProgress } from '../payment-progress.tsx'
import { refreshRenewal } from '../use-subscription.ts'
import { ChangeStep } from './change-step.tsx'
import { ChoosePlan, chosen } from './choose-plan.tsx'
import UndoChange from './undo-change.tsx'

/** Changes a subscription for another: what there is, then what the chosen one costs and when it begins (R11.02). */
export function ChangeSubscription() {
  return (
    <OfSubscription
      isCandidate={({ recurrence }) => recurrence.state === 'on'}
      none={{ title: 'recurrence.none_on_title', text: 'change.none_text' }}
    >
      {subscription => <Changing key={subscription.id} subscription={subscription} />}
    </OfSubscription>
  )
}

/** What is had in the shop instead. */
const isElsewhere: ReadonlySet<string> = new Set([
  'change_not_by_card',
  'change_not_for_one',
  'change_stopped',
])

function Changing({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const params = { ...useOwnParams(), id: String(subscription.id) }
  const query = useEndpoint(listChanges, { params })
  const wanted = new URLSearchParams(useLocation().search).get(chosen)
  const [done, setDone] = useState<{ name: string; from: string | null }>()
  const { data } = query
  const { planned_change: planned, change_in_payment: awaited } = subscription.recurrence
  // Once begun it is told to its end, which the subscription alone does not know.
  const [progress, setProgress] = useState<'pressed' | 'found'>()
  if (awaited && !progress) setProgress('found')
  if (done && (done.from === null || planned)) {
    const { name } = done
    const title = planned
      ? t('change.planned', { name: planned.type.name, from: formatDate(planned.begins_at) })
      : t('recurrence.upgraded_title', { name })
    return (
      <Statement title={title} text={t(planned ? 'change.planned_text' : 'recurrence.upgraded_text')} arrives>
        <BackToSubscription />
        {planned && <UndoChange subscription={subscription} />}
      </Statement>
    )
  }
  if (progress) {
    return (
      <PaymentProgress
        subscription={subscription}
        arrives={progress === 'pressed'}
        onPaid={name => {
          setDone({ name, from: null })
          setProgress(undefined)
        }}
        onAgain={() => setProgress(undefined)}
      />
    )
  }
  if (!data) return <Awaited query={query} shape="answer" count={6} failed="recurrence.failed_title" />
  if (data.obstacle) {
    return (
      <Statement
        title={t(subscription.state === 'inactive' ? 'recurrence.was_until' : 'recurrence.until', {
          name: data.present.type.name,
          end: formatLastDay(data.present.paid_until),
        })}
        text={t(`error.${data.obstacle}`)}
      >
        {subscription.recurrence.if_turned_on && (
          <ButtonLink
            variant="primary"
            href={`${routes.start_recurrence.path}?predplatne=${subscription.id}`}
          >
            {t('recurrence.turn_on')}
          </ButtonLink>
        )}
        {data.obstacle === 'change_paused' && (
          <ButtonLink
            variant="primary"
            href={`${routes.pause_recurrence.path}?predplatne=${subscription.id}`}
          >
            {t('change.resume')}
          </ButtonLink>
        )}
        {isElsewhere.has(data.obstacle) && (
          <ButtonLink href={runtimeConfig().hosts.store}>{t('recurrence.choose_another')}</ButtonLink>
        )}
        <BackToSubscription />
      </Statement>
    )
  }
  const change = data.items.find(each => each.type.code === wanted)
  if (!change || !data.card) return <ChoosePlan changes={data} subscription={subscription} />
  const send = async (agreed?: AgreedTerms) => {
    try {
      const body = agreed ? { agreed } : {}
      const answer = await call(changeSubscription, { params: { ...params, code: change.code }, body })
      if (isInPayment(answer)) setProgress('pressed')
      else setDone({ name: change.type.name, from: change.kind === 'at_end' ? change.begins_at : null })
      // Replaces the history entry, so that Back does not enter a step that is done.
      navigate(addressWith({ [chosen]: null }), { replace: true })
    } finally {
      // Also after a refusal, which means stale data.
      await refreshRenewal()
    }
  }
  return <ChangeStep change={change} present={data.present} card={data.card} onSend={send} />
}
