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
export const CatalogueMissing = ({ query }: Pick<ComponentProps<typeof Awaited>, 'query'>) => (
  <Awaited
    query={query}
    shape="list"
    count={8}
    failed="newsletters.failed_title"
    text="newsletters.failed_text"
  />
)
