import { type ComponentProps, useEffect } from 'react'
import type { FollowKind } from '#contract/follows/follows.ts'
import { newsletterTabs } from '#contract/routes.ts'
import { PagedRows } from '#web/blocks/paged-rows.tsx'
import { SearchField } from '#web/blocks/search-field.tsx'
import { useSearch } from '#web/lib/navigation/use-query-in-address.ts'
import { translate, useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import styles from '../follows.module.css'
import { followTexts } from './follow-row.tsx'
import { useDebounced } from './use-debounced.ts'

/** The search over what can be followed, as typed and as asked for: debounced, without blanks around it. */
export function useFollowSearch(kind: FollowKind) {
  const { query, field, clear } = useSearch(newsletterTabs[kind === 'blogger' ? 'blog' : kind])
  return { kind, q: useDebounced(query).trim(), field, clear }
}

type Search = ReturnType<typeof useFollowSearch>

export function FollowSearch({ search: { kind, field } }: { search: Search }) {
  const t = useT()
  return (
    <div className={styles.search}>
      <SearchField label={t(`follows.${kind}_search`)} {...field} />
    </div>
  )
}

type FoundProps<Item> = Pick<ComponentProps<typeof PagedRows<Item>>, 'list' | 'row'> & {
  search: Search
  /** Whether what is followed stands above, so that this is what is left. */
  isRest?: boolean
}

/** What the search found; what can be followed when nothing is looked for. */
export function FoundFollows<Item>({
  search: { kind, q, clear },
  list,
  row,
  isRest = false,
}: FoundProps<Item>) {
  const t = useT()
  const title = t(q !== '' ? 'follows.found' : isRest ? `follows.${kind}_others` : `follows.${kind}_all`)
  if (isRest && list.data?.pages.every(({ items }) => items.length === 0)) return null
  return (
    <Section title={title}>
      <PagedRows
        list={list}
        texts={followTexts}
        label={title}
        none={<NothingFound query={q} onClear={clear} />}
        row={row}
      />
    </Section>
  )
}

/** Empty state: no search results, or an empty list. */
function NothingFound({ query, onClear }: { query: string; onClear: () => void }) {
  const t = useT()
  useEffect(() => {
    if (query !== '') announce(translate('follows.nothing', { query }))
  }, [query])
  if (query === '') return <p>{t('follows.empty')}</p>
  return (
    <div className={styles.nothing}>
      <p>{t('follows.nothing', { query })}</p>
      <Button variant="quiet" onClick={onClear}>
        {t('follows.clear')}
      </Button>
    </div>
  )
}
