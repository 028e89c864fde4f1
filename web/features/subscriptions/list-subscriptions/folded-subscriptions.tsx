import type { ReactNode } from 'react'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { lastDay } from '#web/lib/reader/subscription-words.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import styles from './subscription-list.module.css'

type FoldedSubscriptionsProps = {
  title: 'subscriptions.future_ones' | 'subscriptions.past_ones'
  subscriptions: readonly Subscription[]
  facts: (subscription: Subscription) => ReactNode
}

/** Subscriptions that don't run now, folded: their number, the list, each one's facts. */
export function FoldedSubscriptions({ title, subscriptions, facts }: FoldedSubscriptionsProps) {
  const t = useT()
  if (subscriptions.length === 0) return null
  return (
    <Disclosure summary={t(title, { count: subscriptions.length })}>
      <div className={styles.nested}>
        {subscriptions.map(subscription => (
          <Disclosure
            key={subscription.id}
            summary={
              <span>
                {subscription.type.name}
                <span className={styles.period}>
                  {formatDate(subscription.period.from)} – {lastDay(subscription)}
                </span>
              </span>
            }
          >
            {facts(subscription)}
          </Disclosure>
        ))}
      </div>
    </Disclosure>
  )
}
