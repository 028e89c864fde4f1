import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { ErrorBlock } from './notice.tsx'
import styles from './paged-rows.module.css'
import { RowList } from './row-list.tsx'
import { Skeleton } from './skeleton.tsx'

export type PagedRowsTexts = {
  loading: string
  more: string
  retry: string
  failedTitle: string
  failedText?: string
}

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
  /** Accessible name of the list. */
  label: string
  texts: PagedRowsTexts
  row: (item: Item, nameRef: Ref<HTMLSpanElement> | undefined) => ReactNode
  /** Empty state. */
  none: ReactNode
  /** Stands beside the button that shows more. */
  beside?: ReactNode
}

/** Paginated rows with a button for more, so that 20,000 cost no more than 50. */
export function PagedRows<Item>({ list, label, texts, row, none, beside }: PagedRowsProps<Item>) {
  const { data, isError, isFetching, hasNextPage } = list
  const pages = data?.pages ?? []
  const firstOfNewPage = useFocusOnGrowth(pages.length)
  if (!data && !isError) return <Skeleton shape="rows" count={5} label={texts.loading} />
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
          title={texts.failedTitle}
          retryLabel={texts.retry}
          busy={isFetching}
          onRetry={() => void (data ? list.fetchNextPage() : list.refetch())}
        >
          {texts.failedText !== undefined && <p>{texts.failedText}</p>}
        </ErrorBlock>
      )}
      {!isError && (hasNextPage || beside) && (
        <div className={styles.end}>
          {hasNextPage && (
            <Button variant="quiet" busy={isFetching} onClick={() => void list.fetchNextPage()}>
              {texts.more}
            </Button>
          )}
          {beside}
        </div>
      )}
    </>
  )
}

/** Focuses the first new row, since the pressed button may be gone. */
function useFocusOnGrowth(pages: number) {
  const target = useRef<HTMLSpanElement>(null)
  const former = useRef(pages)
  useEffect(() => {
    if (former.current > 0 && pages > former.current) target.current?.focus()
    former.current = pages
  }, [pages])
  return target
}
