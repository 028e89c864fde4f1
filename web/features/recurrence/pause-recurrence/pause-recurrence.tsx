import { useState } from 'react'
import { listPauses, pauseRecurrence } from '#contract/recurrence/pause-recurrence.ts'
import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useToldAct } from '#web/blocks/told-act.ts'
import { call } from '#web/lib/call/api.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { BackToSubscription, OfSubscription, Statement } from '../of-subscription.tsx'
import styles from '../recurrence.module.css'
import { namesOf, refreshRenewal, useSubscription } from '../use-subscription.ts'
import { Paused, Resumed } from './resume-recurrence.tsx'

/** Pauses a renewal for some months, or ends the pause, once the reader has read what will happen (R11.03). */
export function PauseRecurrence() {
  const { name } = useSubscription()
  // What was done to one is told neither of another nor in place of the choice.
  return <Pausing key={name} />
}

function Pausing() {
  const [paused, setPaused] = useState(false)
  const [resumed, setResumed] = useState<Subscription>()
  if (resumed) return <Resumed subscription={resumed} />
  return (
    <OfSubscription
      isCandidate={({ recurrence }) => recurrence.state === 'on'}
      none={{ title: 'recurrence.none_on_title', text: 'pause.none_text' }}
    >
      {subscription =>
        subscription.recurrence.paused_until === null ? (
          <Unpaused subscription={subscription} onPaused={() => setPaused(true)} />
        ) : (
          <Paused
            subscription={subscription}
            until={subscription.recurrence.paused_until}
            justNow={paused}
            onResumed={setResumed}
          />
        )
      }
    </OfSubscription>
  )
}

function Unpaused({ subscription, onPaused }: { subscription: Subscription; onPaused: () => void }) {
  const t = useT()
  const params = { ...useOwnParams(), id: String(subscription.id) }
  const query = useEndpoint(listPauses, { params })
  const [chosen, choose] = useState(0)
  const begin = useToldAct(async () => {
    const months = query.data?.items[chosen]?.months
    const from = query.data?.from
    if (months === undefined || !from) return
    try {
      await call(pauseRecurrence, { params, body: { months, from } })
      onPaused()
    } finally {
      // Also after a refusal, which means stale data.
      await refreshRenewal()
    }
  })
  const { form, onSubmit, busy, problems } = useSubmission([], begin)
  const { data } = query
  if (!data) return <Awaited query={query} shape="answer" count={4} failed="recurrence.failed_title" />
  const names = namesOf(subscription)
  const pause = data.items[chosen]
  if (!pause) {
    return (
      <Statement
        title={t('pause.impossible_title', names)}
        text={t(`error.${data.obstacle ?? 'pause_not_possible'}`)}
      >
        <BackToSubscription />
      </Statement>
    )
  }
  const until = formatDate(pause.until)
  return (
    <form ref={form} onSubmit={onSubmit}>
      <Statement
        title={t('pause.title', names)}
        more={
          <>
            <RadioGroup
              legend={t('pause.how_long')}
              name="months"
              options={data.items.map(({ months, until }, index) => ({
                value: String(index),
                label: t('pause.months', { months, until: formatDate(until) }),
              }))}
              value={String(chosen)}
              onChange={index => choose(Number(index))}
            />
            <p className={styles.paragraph}>
              {t('pause.text', {
                // Of one that ends at midnight this is the day after its last.
                end: formatDate(subscription.period.to),
                until,
                reminder: formatDate(pause.reminder_at),
                price: formatMoney(pause.price),
              })}
            </p>
            {problems.length > 0 && (
              <div className={styles.more}>
                <Problems texts={problems} />
              </div>
            )}
          </>
        }
      >
        <Button type="submit" variant="primary" busy={busy}>
          {t('pause.pause', { until })}
        </Button>
        <ButtonLink href={routes.subscription.path}>{t('pause.keep')}</ButtonLink>
      </Statement>
    </form>
  )
}
