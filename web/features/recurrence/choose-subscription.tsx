import { useEffect } from 'react'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { navigate } from '#web/lib/navigation/navigation.ts'
import { lastDay } from '#web/lib/reader/subscription-words.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './recurrence.module.css'
import { addressNaming } from './use-subscription.ts'

/**
 * For an address without a subscription, as linked by support and the FAQ: opens the only candidate, or lets
 * the reader choose.
 */
export function ChooseSubscription({ candidates }: { candidates: readonly Subscription[] }) {
  const t = useT()
  const only = candidates.length === 1 ? candidates[0] : undefined
  useEffect(() => {
    if (only) navigate(addressNaming(only), { replace: true })
  }, [only])
  if (only) return <Skeleton shape="answer" label={t('common.loading')} count={4} />
  return (
    <>
      <div className={styles.answer}>
        <Heading level={2} look="answer">
          {t('recurrence.choose_title')}
        </Heading>
      </div>
      <div className={styles.more}>
        <RowList>
          {candidates.map(each => (
            <Row key={each.id} detail={t('recurrence.choose_until', { end: lastDay(each) })}>
              <TextLink standalone href={addressNaming(each)}>
                {each.type.name}
              </TextLink>
            </Row>
          ))}
        </RowList>
      </div>
    </>
  )
}
