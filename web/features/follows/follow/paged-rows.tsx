import { type ReactNode, useEffect, useRef } from 'react'
import type { Ref } from 'react'
import { useT } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from '../follows.module.css'

type Paged<Item> = {
  data: { pages: { items: Item[] }[] } | undefined
  isError: boolean
  isFetching: boolean
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  refetch: () => Promise<unknown>
}

type PagedRowsProps<Item> = {
  list: Paged<Item>
  label: string
  row: (item: Item, nameRef: Ref<HTMLSpanElement> | undefined) => ReactNode
  /** In the place of the rows when there are none. */
  none: ReactNode
  /** Stands beside the button that shows more. */
  beside?: ReactNode
}

/** Rows that come in pages: more on demand, so that 20,000 topics cost no more than 50. */
export function PagedRows<Item>({ list, label, row, none, beside }: PagedRowsProps<Item>) {
  const t = useT()
  const { data, isError, isFetching, hasNextPage } = list
  const pages = data?.pages ?? []
  const firstOfNewPage = useFocusOnGrowth(pages.length)
  if (!data && !isError) return <Skeleton shape="rows" count={8} label={t('common.loading')} />
  const isEmpty = pages.every(page => page.items.length === 0)
  return (
    <>
      {data && isEmpty && none}
      {!isEmpty && (
        <RowList label={label}>
          {pages.flatMap((page, index) =>
            page.items.map((item, place) =>
              row(item, index > 0 && index === pages.length - 1 && place === 0 ? firstOfNewPage : undefined),
            ),
          )}
        </RowList>
      )}
      {isError && (
        <ErrorBlock
          title={t('follows.failed_title')}
          retryLabel={t('common.retry')}
          busy={isFetching}
          onRetry={() => void (data ? list.fetchNextPage() : list.refetch())}
        >
          <p>{t('follows.failed_text')}</p>
        </ErrorBlock>
      )}
      {!isError && (hasNextPage || beside) && (
        <div className={styles.end}>
          {hasNextPage && (
            <Button variant="quiet" busy={isFetching} onClick={() => void list.fetchNextPage()}>
              {t('follows.more')}
            </Button>
          )}
          {beside}
        </div>
      )}
    </>
  )
}

/** Moves focus to the first row that was added, since the button that asked for it may be gone. */
function useFocusOnGrowth(pages: number) {
  const target = useRef<HTMLSpanElement>(null)
  const former = useRef(pages)
  useEffect(() => {
    if (former.current > 0 && pages > former.current) target.current?.focus()
    former.current = pages
  }, [pages])
  return target
}
