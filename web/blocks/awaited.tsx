import type { MessageKey } from '#locales/message-values.ts'
import type { PlainKeyOf } from '#locales/values-of.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type AwaitedProps = {
  /** What is being read, as `useEndpoint` gives it. */
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Like what will come. */
  shape: Parameters<typeof Skeleton>[0]['shape']
  count?: number
  /** Says that it could not be read. */
  failed?: PlainKeyOf<MessageKey>
}

/** In the place of what is being read: its shape, or that it could not be read, with another try. */
export function Awaited({ query, failed = 'common.block_failed_title', ...skeleton }: AwaitedProps) {
  const t = useT()
  if (!query.isError) return <Skeleton {...skeleton} label={t('common.loading')} />
  return (
    <ErrorBlock
      title={t(failed)}
      retryLabel={t('common.retry')}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
