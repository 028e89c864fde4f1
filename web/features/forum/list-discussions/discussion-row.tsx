import { type ReactNode, useRef, useState } from 'react'
import { type Discussion, type Post, readForumProfile } from '#contract/forum/forum.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { whenText } from '#web/lib/texts/when-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AddPost } from '../add-post/add-post.tsx'
import styles from '../forum.module.css'
import { topicStateText } from '../topic-text.ts'
import type { useFollowSwitches } from '../use-follow-switches.ts'
import { countPost } from '../use-forum-list.ts'

type DiscussionRowProps = {
  discussion: Discussion
  switches: ReturnType<typeof useFollowSwitches>
  /** Renders the name. */
  named: (name: ReactNode) => ReactNode
  /** The server's time in milliseconds since 1970. */
  nowMs: number
}

/** A discussion with an unfollow switch, and a form for posts where it is open and the reader may write. */
export function DiscussionRow({ discussion, switches, named, nowMs }: DiscussionRowProps) {
  const t = useT()
  const { id, title, url, state, post_count: posts, last_activity: last } = discussion
  const params = useOwnParams()
  const { data: profile } = useEndpoint(readForumProfile, { params })
  const [writing, setWriting] = useState<'no' | 'yes' | 'done'>('no')
  const row = useRef<HTMLLIElement>(null)
  const mayWrite = state === 'open' && profile?.banned === false && profile.nickname !== null
  const facts = [
    t('forum.posts', { count: posts }),
    last !== null && t('forum.last_post', { when: whenText(last, nowMs) }),
  ]
  const close = (end: 'no' | 'done') => {
    setWriting(end)
    // The form is gone: focus moves to the row.
    leadFocus(row.current, row.current)
  }
  const added = (post: Post) => {
    countPost(params, id, post)
    close('done')
  }
  return (
    <li className={styles.row} ref={row} tabIndex={-1}>
      <Switch
        label={named(title)}
        hint={[topicStateText(state), ...facts].filter(Boolean).join(' · ')}
        error={switches.faultOf(id)}
        checked={switches.isOn(id, true)}
        onChange={on => switches.turn(id, on)}
      />
      {writing === 'done' && <Notice tone="good">{t('forum.post_added')}</Notice>}
      {writing === 'yes' ? (
        <div className={styles.writing}>
          <AddPost topicId={id} title={title} onAdded={added} onCancel={() => close('no')} />
        </div>
      ) : (
        <div className={styles.acts}>
          {url !== null && (
            <TextLink standalone href={url}>
              {t('forum.open')}
            </TextLink>
          )}
          {mayWrite && (
            <Button
              variant="quiet"
              aria-label={t('forum.write_into', { title })}
              onClick={() => setWriting('yes')}
            >
              {t('forum.write')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
