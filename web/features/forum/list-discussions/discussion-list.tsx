import { followDiscussion, listDiscussions, unfollowDiscussion } from '#contract/forum/forum.ts'
import { PagedRows } from '#web/blocks/paged-rows.tsx'
import { call } from '#web/lib/call/api.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import styles from '../forum.module.css'
import { useFollowSwitches } from '../use-follow-switches.ts'
import { forumListTexts, useForumList } from '../use-forum-list.ts'
import { DiscussionRow } from './discussion-row.tsx'

/** Discussions that the reader follows, most active first. */
export function DiscussionList() {
  const t = useT()
  const params = useOwnParams()
  const list = useForumList(listDiscussions)
  const switches = useFollowSwitches(
    (id, on) => call(on ? followDiscussion : unfollowDiscussion, { params: { ...params, id } }),
    list.refetch,
  )
  const items = list.data?.pages.flatMap(page => page.items) ?? []
  // Unfollowed rows stay in place until the list is reopened, but are not counted.
  const left = items.filter(({ id }) => !switches.isOn(id, true)).length
  const total = (list.data?.pages[0]?.total ?? 0) - left
  return (
    <>
      {items.length > 0 && <p className={styles.total}>{t('forum.discussions_total', { count: total })}</p>}
      <PagedRows
        list={list}
        label={t('forum.tab.discussions')}
        texts={forumListTexts}
        none={<p>{t('forum.discussions_none')}</p>}
        row={(discussion, named) => (
          <DiscussionRow
            key={discussion.id}
            discussion={discussion}
            switches={switches}
            named={named}
            nowMs={serverTimeMs(list.dataUpdatedAt)}
          />
        )}
      />
    </>
  )
}
