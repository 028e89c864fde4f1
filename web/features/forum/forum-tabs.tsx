import { addressWith, currentLocation, navigate, useLocation } from '#web/lib/navigation/navigation.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './forum.module.css'
import { DiscussionList } from './list-discussions/discussion-list.tsx'
import { MemberList } from './list-following/member-list.tsx'
import { PostList } from './list-posts/post-list.tsx'

const tabs = ['discussions', 'posts', 'following', 'followers'] as const
type Tab = (typeof tabs)[number]

const parameter = 'discussion_tab'

/** Tabs: followed discussions, own posts, following and followers; the open one is in the address (R2.08). */
export function ForumTabs() {
  const t = useT()
  const { search } = useLocation()
  const named = new URLSearchParams(search).get(parameter)
  const selected = tabs.find(tab => tab === named) ?? 'discussions'
  return (
    <div className={styles.tabs}>
      <Tabs<Tab>
        dense
        wrapped
        label={t('forum.tabs')}
        tabs={tabs.map(id => ({ id, label: t(`forum.tab.${id}`) }))}
        selected={selected}
        onSelect={tab =>
          tab !== selected && navigate(addressWith({ [parameter]: tab }, { ...currentLocation(), hash: '' }))
        }
      >
        <Panel key={selected} tab={selected} />
      </Tabs>
    </div>
  )
}

function Panel({ tab }: { tab: Tab }) {
  if (tab === 'discussions') return <DiscussionList />
  return tab === 'posts' ? <PostList /> : <MemberList side={tab} />
}
