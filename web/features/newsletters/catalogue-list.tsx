import type { ReactNode } from 'react'
import type { Newsletter } from '#contract/newsletters/newsletters.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ListSkeleton } from '#web/ui/list-skeleton.tsx'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { RowList } from '#web/ui/row-list.tsx'

/** Rows of newsletters, or a word that there are none. */
export function CatalogueList(props: { items: readonly Newsletter[]; row: (item: Newsletter) => ReactNode }) {
  const t = useT()
  if (props.items.length === 0) return <p>{t('newsletters.empty')}</p>
  return <RowList>{props.items.map(props.row)}</RowList>
}

/** In the place of the newsletters until they are there, or when they do not come. */
export function CatalogueMissing(props: { failed: boolean; busy: boolean; onRetry: () => void }) {
  const t = useT()
  if (!props.failed) return <ListSkeleton rows={8} label={t('common.loading')} />
  return (
    <ErrorBlock
      title={t('newsletters.failed_title')}
      retryLabel={t('common.retry')}
      busy={props.busy}
      onRetry={props.onRetry}
    >
      <p>{t('newsletters.failed_text')}</p>
    </ErrorBlock>
  )
}
