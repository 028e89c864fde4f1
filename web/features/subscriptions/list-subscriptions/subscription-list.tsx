import { type ReactNode, Suspense } from 'react'
import {
  type AwaitedTransfer,
  listSubscriptions,
  type Subscription,
} from '#contract/subscriptions/subscriptions.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams, useProfile } from '#web/lib/reader/profile.ts'
import { isSubscriber } from '#web/lib/reader/subscription-roles.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CurrentSubscription } from './current-subscription.tsx'
import { goesOn } from './describe-renewal.ts'
import { FoldedSubscriptions } from './folded-subscriptions.tsx'
import { NothingToRead } from './nothing-to-read.tsx'
import { WithdrawLink } from './subscription-acts.tsx'
import styles from './subscription-list.module.css'
import { UnlockedAccess } from './unlocked-access-list.tsx'

type SubscriptionListProps = {
  /** Render prop: all facts of a subscription, which are folded, so that their code comes later. */
  facts: (subscription: Subscription) => ReactNode
  /** Render prop: undoes a planned change, from another feature. */
  undo: (subscription: Subscription) => ReactNode
  /** Render prop: the transfer that is waited for, from another feature, where nothing is there to read; the list waits for
   * its code. */
  awaited: (transfer: AwaitedTransfer) => ReactNode
  /** What stands below it, and would move if it were shown before that code is there. */
  children: ReactNode
}

/** Every online subscription of the reader (R1.01), and what they unlock together. */
export function SubscriptionList({ facts, undo, awaited, children }: SubscriptionListProps) {
  const t = useT()
  const params = useOwnParams()
  const { roles } = useProfile()
  const query = useEndpoint(listSubscriptions, { params })
  const { data, dataUpdatedAt, isError } = query
  // As high as the content, to avoid layout shifts.
  const loading = (
    <>
      <div className={styles.current}>
        <Awaited query={query} shape="answer" count={5} failed="error.subscriptions_load_failed" />
      </div>
      {!isError && isSubscriber(roles) && (
        <Section title={t('subscriptions.unlocked')}>
          <Skeleton shape="rows" label={t('common.loading')} count={6} />
        </Section>
      )}
    </>
  )
  const transfer = data?.items.every(each => each.state !== 'active') && data.awaited_transfer
  return (
    <Suspense fallback={loading}>
      {data ? (
        <Subscriptions
          all={data.items}
          isAnonymizationPending={data.concerns.some(({ kind }) => kind === 'anonymization')}
          nowMs={serverTimeMs(dataUpdatedAt)}
          facts={facts}
          undo={undo}
          awaited={transfer && awaited(transfer)}
        />
      ) : (
        loading
      )}
      {children}
    </Suspense>
  )
}

function Subscriptions({
  all,
  isAnonymizationPending,
  nowMs,
  facts,
  undo,
  awaited,
}: {
  all: readonly Subscription[]
  /** The account is about to be deleted: nothing is sold to its reader. */
  isAnonymizationPending: boolean
  nowMs: number
  facts: (subscription: Subscription) => ReactNode
  undo: (subscription: Subscription) => ReactNode
  awaited: ReactNode
}) {
  const inState = (state: Subscription['state']) => all.filter(each => each.state === state)
  const active = inState('active')
  const shown = all.filter(each => each.state === 'active' || goesOn(each))
  // Subscriptions that are only managed unlock nothing.
  const read = active.filter(each => each.reads)
  const coming = inState('future').map(withdrawUntil).find(Boolean)
  return (
    <>
      {awaited}
      {shown.map(subscription => (
        <CurrentSubscription
          key={subscription.id}
          subscription={subscription}
          all={all}
          nowMs={nowMs}
          facts={facts(subscription)}
          undo={undo}
        />
      ))}
      {shown.length === 0 && !awaited && (
        <NothingToRead all={all} isAnonymizationPending={isAnonymizationPending} />
      )}
      {/* What is yet to begin is folded, and the way out of it is not. */}
      {!active.some(withdrawUntil) && coming && (
        <div className={styles.acts}>
          <WithdrawLink until={coming} />
        </div>
      )}
      <div className={shown.length === 0 && all.length > 0 ? styles.folded : undefined}>
        <FoldedSubscriptions
          title="subscriptions.future_ones"
          subscriptions={inState('future')}
          facts={facts}
        />
        <FoldedSubscriptions
          title="subscriptions.past_ones"
          subscriptions={inState('inactive').filter(each => !goesOn(each))}
          facts={facts}
        />
      </div>
      {read.length > 0 && <UnlockedAccess active={read} />}
    </>
  )
}

const withdrawUntil = ({ payment }: Subscription) => payment?.withdraw_until
