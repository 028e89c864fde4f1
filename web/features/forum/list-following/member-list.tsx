import { followMember, listFollowers, listFollowing, unfollowMember } from '#contract/forum/forum.ts'
import { PagedRows } from '#web/blocks/paged-rows.tsx'
import { call } from '#web/lib/call/api.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Switch } from '#web/ui/choice.tsx'
import styles from '../forum.module.css'
import { useFollowSwitches } from '../use-follow-switches.ts'
import { forumListTexts, useForumList } from '../use-forum-list.ts'

/** Followers or followed readers, each with a follow switch. */
export function MemberList({ side }: { side: 'following' | 'followers' }) {
  const t = useT()
  const params = useOwnParams()
  const list = useForumList(side === 'following' ? listFollowing : listFollowers)
  const switches = useFollowSwitches(
    (id, on) => call(on ? followMember : unfollowMember, { params: { ...params, id } }),
    list.refetch,
  )
  const items = list.data?.pages.flatMap(page => page.items) ?? []
  // Unfollowed rows stay in place until the list is reopened, but are not counted.
  const left = side === 'following' ? items.filter(each => !switches.isOn(each.id, each.followed)).length : 0
  const total = (list.data?.pages[0]?.total ?? 0) - left
  return (
    <>
      {items.length > 0 && <p className={styles.total}>{t(`forum.${side}_total`, { count: total })}</p>}
      <PagedRows
        list={list}
        label={t(`forum.tab.${side}`)}
        texts={forumListTexts}
        none={<p>{t(`forum.${side}_none`)}</p>}
        row={({ id, nickname, post_count: posts, followed }, named) => (
          <li key={id} className={styles.row}>
            <Switch
              label={named(nickname ?? t('forum.nameless'))}
              hint={posts === null ? t('forum.private') : t('forum.posts', { count: posts })}
              error={switches.faultOf(id)}
              checked={switches.isOn(id, followed)}
              onChange={on => switches.turn(id, on)}
            />
          </li>
        )}
      />
    </>
  )
}
