import type { ReactNode } from 'react'
import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { lastDay, renewingOf } from '#web/lib/reader/subscription-words.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { type PlainMessageKey, useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { ChooseSubscription } from './choose-subscription.tsx'
import styles from './recurrence.module.css'
import { useSubscription } from './use-subscription.ts'

type OfSubscriptionProps = {
  /** Whether the page applies to a subscription; used when the address names none. */
  isCandidate: (subscription: Subscription) => boolean
  /** Texts when there is no such subscription. */
  none: { title: PlainMessageKey; text: PlainMessageKey }
  children: (subscription: Subscription, all: readonly Subscription[]) => ReactNode
}

/** Loads the subscription of the address and renders its children, or why it is missing. */
export function OfSubscription({ isCandidate, none, children }: OfSubscriptionProps) {
  const t = useT()
  const { name, found, all, query } = useSubscription()
  if (found) return children(found, all)
  if (found === null && !name) {
    const candidates = new Set(all.map(each => renewingOf(each, all)).filter(isCandidate))
    if (candidates.size > 0) return <ChooseSubscription candidates={[...candidates]} />
    return (
      <Statement title={t(none.title)} text={t(none.text)}>
        <BackToSubscription />
      </Statement>
    )
  }
  if (found === null) {
    return (
      <Statement title={t('recurrence.not_found_title')} text={t('recurrence.not_found_text')}>
        <BackToSubscription />
      </Statement>
    )
  }
  return (
    <Awaited
      query={query}
      shape="answer"
      count={4}
      failed="recurrence.failed_title"
      text="recurrence.failed_text"
    />
  )
}

type StatementProps = {
  title: string
  text?: ReactNode
  more?: ReactNode
  /** Replaces the control just used, so it takes the focus. */
  arrives?: boolean
  children?: ReactNode
}

/**
 * An outcome or a question: a large sentence, details and actions.
 *
 * @param props.more further details above the actions
 */
export function Statement({ title, text, more, arrives = false, children }: StatementProps) {
  return (
    <>
      <div className={styles.answer}>
        <Heading level={2} look="answer" arrives={arrives}>
          {title}
        </Heading>
      </div>
      {text && <p className={styles.text}>{text}</p>}
      {more && <div className={styles.more}>{more}</div>}
      {children && (
        <div className={styles.acts}>
          <Actions>{children}</Actions>
        </div>
      )}
    </>
  )
}

/**
 * Why an action is not possible, shown before anything is pressed; an ended subscription can be bought again.
 */
export function Impossible({ subscription, text }: { subscription: Subscription; text: string }) {
  const t = useT()
  const isOver = subscription.state === 'inactive'
  const names = { name: subscription.type.name, end: lastDay(subscription) }
  return (
    <Statement title={t(isOver ? 'recurrence.was_until' : 'recurrence.until', names)} text={text}>
      <ButtonLink variant={isOver ? 'primary' : 'secondary'} href={runtimeConfig().hosts.store}>
        {t(isOver ? 'recurrence.buy_again' : 'recurrence.choose_another')}
      </ButtonLink>
      <BackToSubscription />
    </Statement>
  )
}

export function BackToSubscription() {
  const t = useT()
  return <ButtonLink href={routes.subscription.path}>{t('recurrence.back_to_subscription')}</ButtonLink>
}
