import type { SharedSubscription } from '#contract/companies/companies.ts'
import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { lastDay } from '#web/lib/reader/subscription-words.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './anonymization.module.css'

type RunningSubscriptionsProps = { own: readonly Subscription[]; shared: readonly SharedSubscription[] }

/** Paid subscriptions that would be lost, with a link to turn off only the renewal. */
export function RunningSubscriptions({ own, shared }: RunningSubscriptionsProps) {
  const t = useT()
  const running = own.filter(each => each.state !== 'inactive')
  const renewing = running.filter(each => each.recurrence.state === 'on')
  const managed = shared.filter(each => each.state !== 'inactive' && each.used > 0)
  return (
    <>
      {renewing.length > 0 && (
        <Notice tone="info" live={false} title={t('privacy.only_renewal_title')}>
          <p>{t('privacy.only_renewal_text')}</p>
          {renewing.map(each => (
            <p key={each.id}>
              <TextLink standalone href={`${routes.stop_recurrence.path}?predplatne=${each.id}`}>
                {t('privacy.only_renewal_link', { name: each.type.name })}
              </TextLink>
            </p>
          ))}
        </Notice>
      )}
      {running.length + managed.length > 0 && (
        <div>
          <Heading level={3} look="part">
            {t('privacy.lost_title')}
          </Heading>
          <ul className={styles.list}>
            {running.map(each => (
              <li key={each.id}>{t('privacy.lost', lossOf(each))}</li>
            ))}
            {managed.map(each => (
              <li key={each.subscription_id}>
                {t('privacy.managed', { name: each.type.name, count: each.used })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

const lossOf = (subscription: Subscription) => ({
  name: subscription.type.name,
  date: lastDay(subscription),
})
