import { type ReactNode, useState } from 'react'
import { type FollowedItem, type FollowKind, follow, unfollow } from '#contract/follows/follows.ts'
import { PagedRows } from '#web/blocks/paged-rows.tsx'
import { call } from '#web/lib/call/api.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useSwitchboard } from '#web/lib/switchboard.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { ListSkeleton } from '#web/ui/list-skeleton.tsx'
import { Section } from '#web/ui/section.tsx'
import { UnfollowAll } from '../unfollow-all/unfollow-all.tsx'
import { isOver, UnfollowProgress } from '../unfollow-all/unfollow-progress.tsx'
import { followFailure } from './follow-failure.ts'
import { markFollowed, refreshLists, useFollowList } from './follow-lists.ts'
import { FollowRow, followTexts } from './follow-row.tsx'
import { FollowSearch, FoundFollows, useFollowSearch } from './follow-search.tsx'

/** What a reader follows first, then what else can be followed, with a search over all (R1.07). */
export function ReaderFollows({ kind }: { kind: FollowKind }) {
  const t = useT()
  const params = { ...useOwnParams(), kind }
  const search = useFollowSearch(kind)
  const followed = useFollowList(params, 'followed')
  const found = useFollowList(params, search.q === '' ? 'others' : 'all', search.q)
  const switches = useSwitchboard({
    send: (id, on) => call(on ? follow : unfollow, { params: { ...params, id } }),
    onHeld: (id, on) => markFollowed(params, id, on),
    onRefused: (_, refusal) => {
      announce(followFailure(refusal), 'assertive')
      refreshLists(params)
    },
  })
  const known = followed.data?.pages[0]
  const total = known?.total ?? 0
  const isApart = search.q === '' && (!known || known.items.length > 0)
  const [asked, setAsked] = useState<{ until: string; atMs: number }>()
  // Until the list is refetched, the answer to the request says by when.
  const promised = asked && followed.dataUpdatedAt <= asked.atMs ? asked.until : null
  const accepted = (until: string) => {
    setAsked({ until, atMs: Date.now() })
    refreshLists(params)
  }
  const row = (item: FollowedItem, named: (name: ReactNode) => ReactNode) => (
    <FollowRow
      key={item.id}
      item={item}
      named={named}
      following={{ on: switches.isOn(item.id, item.followed), switches }}
    />
  )
  return (
    <>
      {known ? (
        <Lead answer={t(`follows.${kind}_answer`, { count: total })} then={t('follows.then_reader')} />
      ) : (
        followed.isPending && <ListSkeleton rows={6} label={t('common.loading')} />
      )}
      <UnfollowProgress until={known?.unfollowing_until ?? promised} />
      {/* Loaded in parallel, hidden until its final place is known. */}
      <div hidden={followed.isPending}>
        <FollowSearch search={search} />
        {isApart && (
          <Section title={t('follows.followed')}>
            <PagedRows
              list={followed}
              texts={followTexts}
              label={t('follows.followed')}
              none={null}
              row={row}
              beside={
                // A single one has its switch, but one that is late may be asked for again.
                (total > 1 || known?.unfollowing_until) &&
                isOver(known?.unfollowing_until) && (
                  <UnfollowAll params={params} total={total} onAccepted={accepted} />
                )
              }
            />
          </Section>
        )}
        <FoundFollows search={search} list={found} row={row} isRest={isApart} />
      </div>
    </>
  )
}
