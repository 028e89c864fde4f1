import { useState } from 'react'
import { stopNoticeMs, switchRecurrence } from '#contract/recurrence/recurrence.ts'
import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { useToldAct } from '#web/blocks/told-act.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { cardName, cardOf, lastDay } from '#web/lib/reader/subscription-words.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { BackToSubscription, Impossible, OfSubscription, Statement } from '../of-subscription.tsx'
import { refreshRenewal } from '../use-subscription.ts'

/** Turns the renewal on again, once the reader has read what will be charged and when (R4.06). */
export function StartRecurrence() {
  const [pressed, setPressed] = useState(false)
  return (
    <OfSubscription
      isCandidate={({ recurrence }) => recurrence.if_turned_on !== null}
      none={{ title: 'recurrence.none_off_title', text: 'recurrence.none_off_text' }}
    >
      {(subscription, all) => {
        if (subscription.recurrence.state === 'on')
          return <On subscription={subscription} justNow={pressed} />
        const promise = subscription.recurrence.if_turned_on
        if (promise === null) return <CannotStart subscription={subscription} />
        return (
          <Off
            subscription={subscription}
            promise={promise}
            last={all.find(each => each.id === promise.after) ?? subscription}
            onStarted={() => setPressed(true)}
          />
        )
      }}
    </OfSubscription>
  )
}

function On({ subscription, justNow }: { subscription: Subscription; justNow: boolean }) {
  const t = useT()
  const { next_payment: next } = subscription.recurrence
  const text =
    next &&
    t('recurrence.on_done', {
      charge: formatDate(next.at),
      price: formatMoney(next.price),
      ...cardValues(cardOf(subscription)),
    })
  return (
    <Statement title={t('recurrence.is_on_title')} text={text} arrives={justNow}>
      <BackToSubscription />
    </Statement>
  )
}

type Promised = NonNullable<Subscription['recurrence']['if_turned_on']>
type OffProps = {
  subscription: Subscription
  promise: Promised
  /** The last paid period. */
  last: Subscription
  onStarted: () => void
}

function Off({ subscription, promise, last, onStarted }: OffProps) {
  const t = useT()
  const params = { ...useOwnParams(), id: String(subscription.id) }
  const start = useToldAct(async () => {
    try {
      await call(switchRecurrence, { params, body: { enabled: true } })
      onStarted()
    } finally {
      // Also after a refusal, which means stale data.
      await refreshRenewal()
    }
  })
  const starting = useSubmission([], start)
  const isLater = last.id !== subscription.id
  return (
    <Statement
      title={t(isLater ? 'recurrence.on_title_later' : 'recurrence.on_title', {
        name: promise.type.name,
        end: lastDay(last),
      })}
      text={
        <>
          {isLater &&
            `${t('recurrence.on_paid', {
              from: formatDate(last.period.from),
              name: last.type.name,
              end: lastDay(last),
            })} `}
          {useChargeText(promise, cardOf(subscription))}
        </>
      }
      more={
        starting.failure && (
          <Problems texts={starting.problems} title={t('error.recurrence_activate_failed')} />
        )
      }
    >
      <Button variant="primary" busy={starting.busy} onClick={starting.onSubmit}>
        {t('recurrence.turn_on')}
      </Button>
      <ButtonLink href={routes.subscription.path}>{t('recurrence.stay_off')}</ButtonLink>
    </Statement>
  )
}

type Card = NonNullable<NonNullable<Subscription['payment']>['card']>

const cardValues = (card: Card | null | undefined) => ({
  hasCard: card ? 'yes' : 'no',
  card: card ? cardName(card) : '',
})

/** Date, amount and card of the next charge, and until when it can be stopped (R9.05). */
function useChargeText({ at, price }: Promised, card: Card | null): string {
  const t = useT()
  const nowMs = serverTimeMs()
  const stopUntilMs = Date.parse(at) - stopNoticeMs
  const values = {
    charge: formatDate(at),
    price: formatMoney(price),
    ...cardValues(card),
  }
  if (Date.parse(at) <= nowMs) return t('recurrence.on_text_now', values)
  if (stopUntilMs < nowMs) return t('recurrence.on_text_soon', values)
  return t('recurrence.on_text', { ...values, stop: formatDate(new Date(stopUntilMs).toISOString()) })
}

function CannotStart({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const { state, recurrence } = subscription
  const isBarred = recurrence.barred && state !== 'inactive'
  const text = isBarred ? t('recurrence.barred') : t(`error.${obstacleTo(subscription)}`)
  return <Impossible subscription={subscription} text={text} />
}

/** Why it can't be turned on, by the server's error key (R4.09). */
function obstacleTo({ state, recurrence: { reason } }: Subscription) {
  if (state === 'inactive') return 'recurrence_ended'
  if (reason === 'no_payment') return 'recurrence_no_payment'
  return reason === 'stopped_after_failures' || reason === 'awaits_confirmation'
    ? 'recurrence_failed'
    : 'recurrence_not_recurrent'
}
