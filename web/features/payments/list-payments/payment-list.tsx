import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listPayments } from '#contract/payments/payments.ts'
import { call } from '#web/lib/api.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { Row, RowList } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { describePayment } from './describe-payment.ts'

const pageSize = '10'

/** Payments of the reader, newest first, with their receipts and invoices (R1.04); older ones on demand. */
export default function PaymentList() {
  const t = useT()
  const params = useOwnParams()
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [listPayments.path, params],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listPayments, { params, query: { limit: pageSize, cursor } }, { signal }),
    // The type of the cursor is that of the pages which follow the first.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor ?? undefined,
  })
  const firstOfNewPage = useFocusOnGrowth(data?.pages.length ?? 0)

  if (!data && !isError) return <Skeleton shape="rows" label={t('common.loading')} />
  const payments = data?.pages.flatMap((page, index) =>
    page.items.map((payment, place) => ({
      payment,
      startsNewest: place === 0 && index === data.pages.length - 1,
    })),
  )
  return (
    <>
      {payments?.length === 0 && <p>{t('documents.none')}</p>}
      {payments && payments.length > 0 && (
        <RowList>
          {payments.map(({ payment, startsNewest }) => {
            const { detail, documents } = describePayment(payment)
            const links = documents.map(({ text, label, href }) => (
              <TextLink key={href} standalone href={href} aria-label={label}>
                {text}
              </TextLink>
            ))
            return (
              <Row key={payment.id} detail={detail} action={links.length > 0 && links}>
                <span
                  ref={startsNewest ? firstOfNewPage : undefined}
                  tabIndex={startsNewest ? -1 : undefined}
                >
                  {payment.product_name}
                </span>
              </Row>
            )
          })}
        </RowList>
      )}
      {isError ? (
        <ErrorBlock
          title={t('documents.failed_title')}
          retryLabel={t('common.retry')}
          busy={isFetching}
          onRetry={() => void (data ? fetchNextPage() : refetch())}
        >
          <p>{t('documents.failed_text')}</p>
        </ErrorBlock>
      ) : (
        hasNextPage && (
          <Button variant="quiet" busy={isFetching} onClick={() => void fetchNextPage()}>
            {t('documents.older')}
          </Button>
        )
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
