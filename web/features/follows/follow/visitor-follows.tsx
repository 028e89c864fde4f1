import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type FollowKind, listFollowables } from '#contract/follows/follows.ts'
import { call } from '#web/lib/call/api.ts'
import { useSignInAddress } from '#web/lib/reader/login-address.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { FollowRow } from './follow-row.tsx'
import { FollowSearch, FoundFollows, useFollowSearch } from './follow-search.tsx'

const limit = '50'

/** What can be followed, for visitors: read-only, with a sign-in link. */
export function VisitorFollows({ kind }: { kind: FollowKind }) {
  const t = useT()
  const search = useFollowSearch(kind)
  const { q } = search
  const list = useInfiniteQuery({
    queryKey: [listFollowables.path, kind, q],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listFollowables, { params: { kind }, query: { q, limit, cursor } }, { signal }),
    // Sets the cursor's type.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Lead answer={t(`follows.${kind}_visitor`)} then={t('follows.then_visitor')}>
        <Actions>
          <ButtonLink href={useSignInAddress()}>{t('follows.sign_in')}</ButtonLink>
        </Actions>
      </Lead>
      <FollowSearch search={search} />
      <FoundFollows
        search={search}
        list={list}
        row={(item, named) => <FollowRow key={item.id} item={item} named={named} />}
      />
    </>
  )
}
