import { listPosts } from '#contract/forum/forum.ts'
import { PagedRows } from '#web/blocks/paged-rows.tsx'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { whenText } from '#web/lib/texts/when-text.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from '../forum.module.css'
import { topicStateText } from '../topic-text.ts'
import { forumListTexts, useForumList } from '../use-forum-list.ts'

/** What the reader wrote, newest first, each with the discussion where it stands. */
export function PostList() {
  const t = useT()
  const list = useForumList(listPosts)
  const total = list.data?.pages[0]?.total ?? 0
  const nowMs = serverTimeMs(list.dataUpdatedAt)
  return (
    <>
      {total > 0 && <p className={styles.total}>{t('forum.posts_total', { count: total })}</p>}
      <PagedRows
        list={list}
        label={t('forum.tab.posts')}
        texts={forumListTexts}
        none={<p>{t('forum.posts_empty')}</p>}
        row={({ id, text, written_at: writtenAt, topic }, named) => (
          <li key={id} className={styles.post}>
            {named(<span className={styles.text}>{text}</span>)}
            <p className={styles.detail}>
              {topic.url === null ? topic.title : <TextLink href={topic.url}>{topic.title}</TextLink>}
              {[topicStateText(topic.state), whenText(writtenAt, nowMs)]
                .filter(Boolean)
                .map(part => ` · ${part}`)
                .join('')}
            </p>
          </li>
        )}
      />
    </>
  )
}
