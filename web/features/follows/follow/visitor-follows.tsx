import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type FollowKind, listFollowables } from '#contract/follows/follows.ts'
import { newsletterTabs } from '#contract/routes.ts'
import { PagedRows } from '#web/blocks/paged-rows.tsx'
import { SearchField } from '#web/blocks/search-field.tsx'
import { call } from '#web/lib/call/api.ts'
import { useSignInAddress } from '#web/lib/reader/login-address.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { useSearch } from '#web/lib/use-query-in-address.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { Section } from '#web/ui/section.tsx'
import styles from '../follows.module.css'
import { FollowRow, followTexts } from './follow-row.tsx'
import { NothingFound } from './nothing-found.tsx'
import { useDebounced } from './use-debounced.ts'

const limit = '50'

/** What can be followed, for visitors: read-only, with a sign-in link. */
export function VisitorFollows({ kind }: { kind: FollowKind }) {
  const t = useT()
  const { query, field, clear } = useSearch(newsletterTabs[kind === 'blogger' ? 'blog' : kind])
  const q = useDebounced(query).trim()
  const list = useInfiniteQuery({
    queryKey: [listFollowables.path, kind, q],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listFollowables, { params: { kind }, query: { q, limit, cursor } }, { signal }),
    // Sets the cursor's type.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const title = t(q === '' ? `follows.${kind}_all` : 'follows.found')
  return (
    <>
      <Lead answer={t(`follows.${kind}_visitor`)} then={t('follows.then_visitor')}>
        <Actions>
          <ButtonLink href={useSignInAddress()}>{t('follows.sign_in')}</ButtonLink>
        </Actions>
      </Lead>
      <div className={styles.search}>
        <SearchField label={t(`follows.${kind}_search`)} {...field} />
      </div>
      <Section title={title}>
        <PagedRows
          list={list}
          texts={followTexts}
          label={title}
          none={<NothingFound query={q} onClear={clear} />}
          row={(item, named) => <FollowRow key={item.id} item={item} named={named} />}
        />
      </Section>
    </>
  )
}
