import type { ReactNode } from 'react'
import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import styles from './subscription-list.module.css'

type SubscriptionActsProps = {
  /** The one that renews. */
  subscription: Subscription
  /** The last day of withdrawal from the contract that is shown (R11.07). */
  withdrawUntil: string | null
  /** Render prop: undoes the planned change. */
  undo: (subscription: Subscription) => ReactNode
}

/** What this state asks for, and the change of plan (R1.02, R11.02); all else is folded, or in the notice on top. */
export function SubscriptionActs({ subscription, withdrawUntil, undo }: SubscriptionActsProps) {
  const t = useT()
  const { recurrence } = subscription
  const canChange =
    canChangeCard(subscription) && subscription.audience === 'person' && recurrence.paused_until === null
  const isStartable = recurrence.if_turned_on !== null
  if (!canChangeCard(subscription) && !isStartable && withdrawUntil === null) return null
  return (
    <div className={styles.acts}>
      <Actions>
        {recurrence.paused_until !== null && (
          <Act name="pause_recurrence" variant="primary" subscription={subscription}>
            {t('subscriptions.resume')}
          </Act>
        )}
        {isStartable && (
          <Act name="start_recurrence" variant="primary" subscription={subscription}>
            {t('subscriptions.turn_on')}
          </Act>
        )}
        {recurrence.planned_change && undo(subscription)}
        {canChange && (
          <Act name="change_subscription" subscription={subscription}>
            {t('subscriptions.change')}
          </Act>
        )}
        {withdrawUntil !== null && <WithdrawLink until={withdrawUntil} />}
      </Actions>
    </div>
  )
}

/** What is seldom wanted: another card, no renewal. */
export function MoreActs({ subscription, nowMs }: { subscription: Subscription; nowMs: number }) {
  const t = useT()
  const stopUntil = subscription.recurrence.can_stop_until
  const canStop = stopUntil !== null && nowMs <= Date.parse(stopUntil)
  const canPause =
    canStop &&
    canChangeCard(subscription) &&
    subscription.audience === 'person' &&
    subscription.recurrence.paused_until === null
  const hasCard = canChangeCard(subscription)
  if (!canStop && !hasCard) return null
  return (
    <Disclosure summary={t('subscriptions.more')}>
      <Actions>
        {hasCard && (
          <Act name="card_change" subscription={subscription}>
            {t('subscriptions.change_card')}
          </Act>
        )}
        {canPause && (
          <Act name="pause_recurrence" subscription={subscription}>
            {t('subscriptions.pause')}
          </Act>
        )}
        {canStop && (
          <Act name="stop_recurrence" subscription={subscription}>
            {t('subscriptions.turn_off')}
          </Act>
        )}
      </Actions>
    </Disclosure>
  )
}

const canChangeCard = ({ recurrence, payment }: Subscription) => recurrence.state === 'on' && !!payment?.card

type ActProps = {
  name: keyof typeof routes
  variant?: 'primary' | 'secondary'
  subscription: Subscription
  children: ReactNode
}

const Act = ({ name, variant = 'secondary', subscription, children }: ActProps) => (
  <ButtonLink variant={variant} href={`${routes[name].path}?predplatne=${subscription.id}`}>
    {children}
  </ButtonLink>
)

/**
 * The way out of a contract, in sight within its days (R11.07).
 *
 * @param props.until the last day
 */
export function WithdrawLink({ until }: { until: string }) {
  const t = useT()
  return (
    <ButtonLink variant="quiet" href={routes.withdrawal.path}>
      {t('subscriptions.withdraw', { until: formatDate(until) })}
    </ButtonLink>
  )
}
