import type { ForumProfile } from '#contract/forum/forum.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'
import styles from './forum.module.css'

/** Nickname, number of posts and dates (R3.10). Unknown values are left out, not shown as zero. */
export function ProfileFacts({ profile }: { profile: ForumProfile }) {
  const t = useT()
  const { nickname, post_count: posts, first_activity: first, last_activity: last } = profile
  const factsText = () => {
    if (posts === null) return t('forum.posts_unknown')
    if (first === null || last === null) return t('forum.posts_none')
    return t('forum.posts_written', { count: posts, first: formatDate(first), last: formatDate(last) })
  }
  return (
    <div>
      <Heading level={2} look="section">
        {nickname === null ? t('forum.answer_none') : t('forum.answer', { nickname })}
      </Heading>
      <p className={styles.facts}>{factsText()}</p>
    </div>
  )
}
