import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type FollowKind, listFollowables } from '#contract/follows/follows.ts'
import { newsletterTabs } from '#contract/routes.ts'
import { call } from '#web/lib/call/api.ts'
import { useLocation } from '#web/lib/navigation.ts'
import { loginAddress } from '#web/lib/reader/login-address.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { useQueryInAddress } from '#web/lib/use-query-in-address.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { PagedRows } from '#web/ui/paged-rows.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lead } from '../lead.tsx'
import { FollowRow } from './follow-row.tsx'
import { listTexts } from './list-texts.ts'
import { NothingFound } from './nothing-found.tsx'
import { SearchField } from './search-field.tsx'
import { useDebounced } from './use-debounced.ts'

const limit = '50'

/** What can be followed, for whoever is not signed in: to look through, and the way in. */
export function VisitorFollows({ kind }: { kind: FollowKind }) {
  const t = useT()
  const [query, setQuery] = useQueryInAddress(newsletterTabs[kind === 'blogger' ? 'blog' : kind])
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setQuery('')
    // The button that was pressed is gone.
    field.current?.focus()
  }
  const q = useDebounced(query).trim()
  const { pathname, search, hash } = useLocation()
  const back = new URL(`${pathname}${search}${hash}`, location.origin).href
  const list = useInfiniteQuery({
    queryKey: [listFollowables.path, kind, q],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listFollowables, { params: { kind }, query: { q, limit, cursor } }, { signal }),
    // The type of the cursor is that of the pages which follow the first.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const title = t(q === '' ? `follows.${kind}_all` : 'follows.found')
  return (
    <>
      <Lead answer={t(`follows.${kind}_visitor`)} then={t('follows.then_visitor')}>
        <Actions>
          <ButtonLink href={loginAddress(runtimeConfig().login_url, back)}>{t('follows.sign_in')}</ButtonLink>
        </Actions>
      </Lead>
      <SearchField kind={kind} query={query} onChange={setQuery} fieldRef={field} />
      <Section title={title}>
        <PagedRows
          list={list}
          texts={listTexts()}
          label={title}
          none={<NothingFound query={q} onClear={clear} />}
          row={(item, nameRef) => <FollowRow key={item.id} item={item} nameRef={nameRef} />}
        />
      </Section>
    </>
  )
}
