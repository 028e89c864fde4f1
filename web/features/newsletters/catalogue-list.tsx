import type { ComponentProps, ReactNode } from 'react'
import type { Newsletter } from '#contract/newsletters/newsletters.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { RowList } from '#web/ui/row-list.tsx'

/** Rows of newsletters, or an empty state. */
export function CatalogueList(props: { items: readonly Newsletter[]; row: (item: Newsletter) => ReactNode }) {
  const t = useT()
  if (props.items.length === 0) return <p>{t('newsletters.empty')}</p>
  return <RowList>{props.items.map(props.row)}</RowList>
}

/** Loading and error state of the newsletters. */
export function CatalogueMissing({ query }: Pick<ComponentProps<typeof Awaited>, 'query'>) {
  const t = useT()
  return (
    <Awaited query={query} shape="list" count={8} failed="newsletters.failed_title">
      <p>{t('newsletters.failed_text')}</p>
    </Awaited>
  )
}
