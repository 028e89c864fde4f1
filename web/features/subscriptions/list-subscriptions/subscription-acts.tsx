import type { ReactNode } from 'react'
import { routes } from '#contract/routes.ts'
import type { RenewalAct, Subscription } from '#contract/subscriptions/subscriptions.ts'
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

const firstActs: readonly RenewalAct[] = ['resume', 'turn_on', 'undo_change', 'change']

/** What this state asks for, and the change of plan (R1.02, R11.02); all else is folded, or in the notice on top. */
export function SubscriptionActs({ subscription, withdrawUntil, undo }: SubscriptionActsProps) {
  const t = useT()
  const { acts } = subscription.recurrence
  if (withdrawUntil === null && !firstActs.some(act => acts.includes(act))) return null
  return (
    <div className={styles.acts}>
      <Actions>
        {acts.includes('resume') && (
          <Act name="pause_recurrence" variant="primary" subscription={subscription}>
            {t('subscriptions.resume')}
          </Act>
        )}
        {acts.includes('turn_on') && (
          <Act name="start_recurrence" variant="primary" subscription={subscription}>
            {t('subscriptions.turn_on')}
          </Act>
        )}
        {acts.includes('undo_change') && undo(subscription)}
        {acts.includes('change') && (
          <Act name="change_subscription" subscription={subscription}>
            {t('subscriptions.change')}
          </Act>
        )}
        {withdrawUntil !== null && <WithdrawLink until={withdrawUntil} />}
      </Actions>
    </div>
  )
}

const moreActs: readonly RenewalAct[] = ['change_card', 'pause', 'turn_off']

/** What is seldom wanted: another card, no renewal. */
export function MoreActs({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const { acts } = subscription.recurrence
  if (!moreActs.some(act => acts.includes(act))) return null
  return (
    <Disclosure summary={t('subscriptions.more')}>
      <Actions>
        {acts.includes('change_card') && (
          <Act name="card_change" subscription={subscription}>
            {t('subscriptions.change_card')}
          </Act>
        )}
        {acts.includes('pause') && (
          <Act name="pause_recurrence" subscription={subscription}>
            {t('subscriptions.pause')}
          </Act>
        )}
        {acts.includes('turn_off') && (
          <Act name="stop_recurrence" subscription={subscription}>
            {t('subscriptions.turn_off')}
          </Act>
        )}
      </Actions>
    </Disclosure>
  )
}

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

/** The way out of a contract, in sight within its days (R11.07). @param props.until the last day */
export function WithdrawLink({ until }: { until: string }) {
  const t = useT()
  return (
    <ButtonLink variant="quiet" href={routes.withdrawal.path}>
      {t('subscriptions.withdraw', { until: formatDate(until) })}
    </ButtonLink>
  )
}
