import type { ReactNode } from 'react'
import { readUser, type User } from '#contract/identity/identity.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A block that needs the reader: read once for all of them, shown and tried again in each place by itself. */
export function WithUser({ children }: { children: (user: User) => ReactNode }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useEndpoint(readUser, { params: useOwnParams() })
  if (data) return children(data)
  return isError ? (
    <ErrorBlock
      title={t('common.block_failed_title')}
      retryLabel={t('common.retry')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  ) : (
    <Skeleton shape="rows" label={t('common.loading')} />
  )
}
