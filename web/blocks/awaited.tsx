import type { ReactNode } from 'react'
import type { MessageKey } from '#locales/message-values.ts'
import type { PlainKeyOf } from '#locales/values-of.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ListSkeleton } from '#web/ui/list-skeleton.tsx'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Query = { data: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }

type AwaitedProps = {
  /** Result of `useEndpoint`, or several that are shown together. */
  query: Query | readonly Query[]
  /** Like what will come; `list` is a sentence with rows below it. */
  shape: Parameters<typeof Skeleton>[0]['shape'] | 'list'
  count?: number
  /** Title of the error. */
  failed?: PlainKeyOf<MessageKey>
  /** What it says. */
  text?: PlainKeyOf<MessageKey>
  /** Further content of the error. */
  children?: ReactNode
}

/** Loading and error state of a query: a skeleton, or an error with a retry button. */
export function Awaited({ query, shape, count, failed, text, children }: AwaitedProps) {
  const t = useT()
  const missing = [query].flat().filter(each => each.data === undefined)
  if (!missing.some(each => each.isError)) {
    const label = t('common.loading')
    if (shape === 'list') return <ListSkeleton rows={count ?? 5} label={label} />
    return <Skeleton shape={shape} label={label} {...(count !== undefined && { count })} />
  }
  return (
    <ErrorBlock
      title={t(failed ?? 'common.block_failed_title')}
      retryLabel={t('common.retry')}
      busy={missing.some(each => each.isFetching)}
      onRetry={() => missing.forEach(each => void each.refetch())}
    >
      {text && <p>{t(text)}</p>}
      {children}
    </ErrorBlock>
  )
}
