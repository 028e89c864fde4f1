import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { browserCookies } from '#web/lib/cookies.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { timeDifferenceMs } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CurrentSubscription } from './current-subscription.tsx'
import { FoldedSubscriptions } from './folded-subscriptions.tsx'
import { NothingToRead } from './nothing-to-read.tsx'
import styles from './subscription-list.module.css'
import { UnlockedAccess } from './unlocked-access-list.tsx'

/** Every online subscription of the reader (R1.01), and what they unlock together. */
export function SubscriptionList() {
  const t = useT()
  const params = useOwnParams()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useEndpoint(listSubscriptions, { params })
  if (!data) {
    return isError ? (
      <ErrorBlock
        title={t('error.subscriptions_load_failed')}
        retryLabel={t('common.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton shape="answer" label={t('common.loading')} />
    )
  }
  const inState = (state: 'active' | 'future' | 'inactive') => data.items.filter(each => each.state === state)
  const active = inState('active')
  return (
    <>
      {active.map(subscription => (
        <CurrentSubscription
          key={subscription.id}
          subscription={subscription}
          all={data.items}
          nowMs={dataUpdatedAt + timeDifferenceMs(browserCookies)}
        />
      ))}
      {active.length === 0 && <NothingToRead all={data.items} />}
      <div className={active.length === 0 && data.items.length > 0 ? styles.folded : undefined}>
        <FoldedSubscriptions title="subscriptions.future_ones" subscriptions={inState('future')} />
        <FoldedSubscriptions title="subscriptions.past_ones" subscriptions={inState('inactive')} />
      </div>
      {active.length > 0 && <UnlockedAccess active={active} />}
    </>
  )
}
