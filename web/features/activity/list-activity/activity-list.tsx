import { useInfiniteQuery } from '@tanstack/react-query'
import { listActivity, noDetails } from '#contract/activity/activity.ts'
import { PagedRows } from '#web/blocks/paged-rows.tsx'
import { call } from '#web/lib/call/api.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { sayWith, useT } from '#web/lib/texts/i18n.ts'
import { whenText } from '#web/lib/texts/when-text.ts'
import { Row } from '#web/ui/row-list.tsx'
import styles from './activity-list.module.css'

/** The activity log, newest first, paginated. */
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
    // Refetched whenever it is opened.
    staleTime: 0,
  })
  const isKnown = query.data?.pages.some(page => page.items.length > 0)
  const nowMs = serverTimeMs(query.dataUpdatedAt)
  return (
    <>
      {isKnown && <p className={styles.hint}>{t('activity.hint')}</p>}
      <PagedRows
        list={query}
        label={t('activity.title')}
        texts={{ more: 'activity.more' }}
        none={<p>{t('activity.none')}</p>}
        row={({ id, at, kind, details }, named) => (
          <Row key={id} detail={[whenText(at, nowMs), browserOf(details)].filter(Boolean).join(' · ')}>
            {named(sayWith(`activity.kind.${kind}`, { ...noDetails, ...details }))}
          </Row>
        )}
      />
    </>
  )
}

const browserOf = (details: Record<string, string>): string =>
  [details['browser'], details['system']].filter(Boolean).join(', ')
