import type { ReactNode } from 'react'
import { type PlainMessageKey, useT } from '#web/lib/texts/i18n.ts'
import { useFocusOnGrowth } from '#web/lib/use-focus-on-growth.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './paged-rows.module.css'

type Paged<Item> = {
  data: { pages: { items: Item[] }[] } | undefined
  isError: boolean
  /** Of another query, until the answer to this one comes. */
  isPlaceholderData?: boolean
  isFetchNextPageError: boolean
  isFetching: boolean
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  refetch: () => Promise<unknown>
}

type PagedRowsProps<Item> = {
  list: Paged<Item>
  /** Accessible name of the list. */
  label: string
  /** Text of the button for more, title of an error and its explanation. */
  texts: { more: PlainMessageKey; failed?: PlainMessageKey; failedText?: PlainMessageKey }
  /** @param named renders the row's name, which takes the focus when the row is the first of a new page */
  row: (item: Item, named: (name: ReactNode) => ReactNode) => ReactNode
  /** Empty state. */
  none: ReactNode
  /** Stands beside the button that shows more. */
  beside?: ReactNode
}

/** Paginated rows with a button for more, so that 20,000 cost no more than 50. */
export function PagedRows<Item>({ list, label, texts, row, none, beside }: PagedRowsProps<Item>) {
  const { data, isError, isFetching, isPlaceholderData, hasNextPage } = list
  const pages = data?.pages ?? []
  const t = useT()
  const firstOfNewPage = useFocusOnGrowth<HTMLSpanElement>(pages.length)
  const named = (name: ReactNode) => (
    <span ref={firstOfNewPage} tabIndex={-1}>
      {name}
    </span>
  )
  const isEmpty = pages.every(page => page.items.length === 0)
  if (isEmpty && (isPlaceholderData || (!data && !isError))) {
    return <Skeleton shape="rows" count={5} label={t('common.loading')} />
  }
  return (
    <>
      {data && isEmpty && none}
      {!isEmpty && (
        <RowList label={label}>
          {pages.flatMap((page, index) =>
            page.items.map((item, place) =>
              row(item, index > 0 && index === pages.length - 1 && place === 0 ? named : plain),
            ),
          )}
        </RowList>
      )}
      {isError && (
        <ErrorBlock
          title={t(texts.failed ?? 'common.block_failed_title')}
          retryLabel={t('common.retry')}
          busy={isFetching}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        >
          {texts.failedText && <p>{t(texts.failedText)}</p>}
        </ErrorBlock>
      )}
      {!isError && (hasNextPage || beside) && (
        <div className={styles.end}>
          {hasNextPage && (
            <Button variant="quiet" busy={isFetching} onClick={() => void list.fetchNextPage()}>
              {t(texts.more)}
            </Button>
          )}
          {beside}
        </div>
      )}
    </>
  )
}

const plain = (name: ReactNode) => <span>{name}</span>
