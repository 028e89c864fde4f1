import { resumeRecurrence } from '#contract/recurrence/pause-recurrence.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { useToldAct } from '#web/blocks/told-act.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { cardName, cardOf } from '#web/lib/reader/subscription-words.ts'
import { formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { BackToSubscription, Statement } from '../of-subscription.tsx'
import { refreshRenewal } from '../use-subscription.ts'

type PausedProps = {
  subscription: Subscription
  /** When it goes on. */
  until: string
  /** Paused on this page. */
  justNow: boolean
  onResumed: (subscription: Subscription) => void
}

/** A pause, ahead or running, and the button that ends it. */
export function Paused({ subscription, until, justNow, onResumed }: PausedProps) {
  const t = useT()
  const params = { ...useOwnParams(), id: String(subscription.id) }
  const resume = useToldAct(async () => {
    try {
      onResumed(await call(resumeRecurrence, { params }))
    } finally {
      await refreshRenewal()
    }
  })
  const resuming = useSubmission([], resume)
  const ahead = subscription.state === 'inactive' ? 'no' : 'yes'
  return (
    <Statement
      title={t('pause.paused_title', {
        name: subscription.type.name,
        from: formatDate(subscription.period.to),
        until: formatDate(until),
      })}
      text={t('pause.paused_text', { ...chargeOf(subscription), until: formatDate(until), ahead })}
      more={resuming.problems.length > 0 && <Problems texts={resuming.problems} />}
      arrives={justNow}
    >
      <Button variant={justNow ? 'secondary' : 'primary'} busy={resuming.busy} onClick={resuming.onSubmit}>
        {t('pause.resume')}
      </Button>
      <BackToSubscription />
    </Statement>
  )
}

/** After the press: when the next payment comes. */
export function Resumed({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const ahead = subscription.state === 'inactive' ? 'no' : 'yes'
  return (
    <Statement
      title={t('pause.resumed_title')}
      text={t('pause.resumed_text', { ...chargeOf(subscription), ahead })}
      arrives
    >
      <BackToSubscription />
    </Statement>
  )
}

function chargeOf(subscription: Subscription) {
  const { price, period, recurrence } = subscription
  const next = recurrence.next_payment
  const card = cardOf(subscription)
  return {
    price: formatMoney(next?.price ?? price),
    charge: formatDate(next?.at ?? period.to),
    hasCard: card ? 'yes' : 'no',
    card: card ? cardName(card) : '',
  }
}
