import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import styles from './subscription-list.module.css'

type SubscriptionActsProps = { subscription: Subscription; nowMs: number; withdrawUntil: string | null }

/**
 * Actions of a renewal (R1.02, R1.03), if any.
 *
 * @param props.subscription the one that renews
 * @param props.withdrawUntil the last day of withdrawal from the contract that is shown (R11.07)
 */
export function SubscriptionActs({ subscription, nowMs, withdrawUntil }: SubscriptionActsProps) {
  const t = useT()
  const { recurrence, payment } = subscription
  const isOn = recurrence.state === 'on'
  const stopUntil = recurrence.can_stop_until
  const acts = [
    recurrence.paused_until !== null &&
      ({ name: 'pause_recurrence', label: 'subscriptions.resume' } as const),
    isOn && payment?.card && ({ name: 'card_change', label: 'subscriptions.change_card' } as const),
    isOn &&
      stopUntil !== null &&
      nowMs <= Date.parse(stopUntil) &&
      ({ name: 'stop_recurrence', label: 'subscriptions.turn_off' } as const),
    recurrence.if_turned_on !== null &&
      ({ name: 'start_recurrence', label: 'subscriptions.turn_on' } as const),
  ].filter(act => !!act)
  if (acts.length === 0 && withdrawUntil === null) return null
  return (
    <div className={styles.acts}>
      <Actions>
        {acts.map(({ name, label }) => (
          <ButtonLink
            key={name}
            variant={name === 'stop_recurrence' ? 'quiet' : 'secondary'}
            href={`${routes[name].path}?predplatne=${subscription.id}`}
          >
            {t(label)}
          </ButtonLink>
        ))}
        {withdrawUntil !== null && <WithdrawLink until={withdrawUntil} />}
      </Actions>
    </div>
  )
}

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
