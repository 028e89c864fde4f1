import { useInfiniteQuery } from '@tanstack/react-query'
import { listActivity } from '#contract/activity/activity.ts'
import { call } from '#web/lib/api.ts'
import { browserCookies } from '#web/lib/cookies.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { timeDifferenceMs } from '#web/lib/session.ts'
import { whenText } from '#web/lib/when-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './activity-list.module.css'

/** What happened to the account, newest first, page by page. */
export function ActivityList() {
  const t = useT()
  const params = useOwnParams()
  const query = useInfiniteQuery({
    queryKey: [listActivity.path, params],
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam === '' ? {} : { cursor: pageParam }
      return call(listActivity, { params, query: page }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor,
    // Opened again it has to tell what has happened since.
    staleTime: 0,
  })
  if (!query.data) {
    return query.isError ? (
      <ErrorBlock
        title={t('common.block_failed_title')}
        retryLabel={t('common.retry')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton shape="rows" label={t('common.loading')} />
    )
  }
  const items = query.data.pages.flatMap(page => page.items)
  const nowMs = query.dataUpdatedAt + timeDifferenceMs(browserCookies)
  if (items.length === 0) return <p>{t('activity.none')}</p>
  return (
    <>
      <p className={styles.hint}>{t('activity.hint')}</p>
      <RowList label={t('activity.title')}>
        {items.map(({ id, at, kind, details }) => (
          <Row key={id} detail={[whenText(at, nowMs), browserOf(details)].filter(Boolean).join(' · ')}>
            {t(`activity.kind.${kind}`, { locale: '', provider: '', type: '', ...details })}
          </Row>
        ))}
      </RowList>
      {query.hasNextPage && (
        <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('activity.more')}
        </Button>
      )}
    </>
  )
}

const browserOf = (details: Record<string, string>): string =>
  [details['browser'], details['system']].filter(Boolean).join(', ')
