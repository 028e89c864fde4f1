import { useRef, useState } from 'react'
import { readForumProfile } from '#contract/forum/forum.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Actions, Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from '../forum.module.css'
import { ChangeForm } from './change-form.tsx'
import { useIsNews } from './change-news.ts'
import type { ChangePartProps } from './change-part-props.ts'
import { ChangeState } from './change-state.tsx'

/** The current value, the state of the last request, and the form for a new one (R4.11). */
export function ChangePart(props: ChangePartProps) {
  const { name, title, value, shown, change, nowMs } = props
  const t = useT()
  const part = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const isNew = useIsNews(name === 'nickname' ? 'nicknameChange' : 'blogChange', change, nowMs)

  const close = () => {
    setAsking(false)
    // The field is gone: focus moves to the part.
    leadFocus(part.current, part.current)
  }
  const keep = () => {
    close()
    // A failed call may have been executed.
    void invalidate(readForumProfile)
  }
  const onSent = async () => {
    await invalidate(readForumProfile)
    close()
    announce(t('forum.request_taken'))
  }
  const waits = change?.state === 'requested'
  return (
    <div ref={part} tabIndex={-1} className={styles.part}>
      <Heading level={3} look="part">
        {title}
      </Heading>
      <p className={value === null ? styles.none : styles.value}>{shown}</p>
      {isNew && change?.state === 'approved' && (
        <Notice tone="good" live={false} title={t(`forum.${name}_approved`)}>
          {t(`forum.${name}_approved_text`, { value: change.value })}
        </Notice>
      )}
      {change && <ChangeState name={name} hasOne={value !== null} change={change} isNew={isNew} />}
      {asking ? (
        <ChangeForm {...props} onSent={onSent} onCancel={keep} />
      ) : (
        <Actions>
          <Button onClick={() => setAsking(true)}>
            {t(waits ? `forum.${name}_again` : value === null ? `forum.${name}_ask` : `forum.${name}_change`)}
          </Button>
        </Actions>
      )}
    </div>
  )
}
