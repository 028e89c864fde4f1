import { type ReactNode, useId } from 'react'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { renewingOf } from '#web/lib/reader/subscription-words.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { describeSubscription, successorOf } from './describe-subscription.ts'
import { SentencesText, SentenceText } from './sentence-text.tsx'
import { MoreActs, SubscriptionActs } from './subscription-acts.tsx'
import styles from './subscription-list.module.css'

type CurrentSubscriptionProps = {
  subscription: Subscription
  /** All the reader's subscriptions, to find a successor. */
  all: readonly Subscription[]
  nowMs: number
  facts: ReactNode
  /** Undoes the planned change of the one that renews. */
  undo: (subscription: Subscription) => ReactNode
}

/** One running subscription: end, next event, and its facts on demand. */
export function CurrentSubscription({ subscription, all, nowMs, facts, undo }: CurrentSubscriptionProps) {
  const t = useT()
  const titleId = useId()
  const renewing = renewingOf(subscription, all)
  const story = describeSubscription(subscription, {
    nowMs,
    successor: successorOf(subscription, all),
    renewing,
  })
  return (
    <section className={styles.current} aria-labelledby={titleId}>
      <Heading level={2} look="answer" id={titleId}>
        <SentenceText {...story.answer} />
      </Heading>
      {story.next.length > 0 && (
        <p className={styles.lead}>
          <SentencesText sentences={story.next} />
        </p>
      )}
      <SubscriptionActs
        subscription={renewing}
        undo={undo}
        withdrawUntil={subscription.payment?.withdraw_until ?? null}
      />
      <div className={styles.folded}>
        <MoreActs subscription={renewing} />
        <Disclosure summary={t('subscriptions.all_about')}>{facts}</Disclosure>
      </div>
    </section>
  )
}
