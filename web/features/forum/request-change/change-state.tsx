import type { ForumChange } from '#contract/forum/forum.ts'
import { formatDayAndMonth } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import styles from '../forum.module.css'

type ChangeStateProps = {
  name: 'nickname' | 'blog'
  change: ForumChange
  isNew: boolean
  /** Whether there is a current value, which stays. */
  hasOne: boolean
}

/** A pending or declined request: prominent the first time, a quiet line afterwards. */
export function ChangeState({ name, change, isNew, hasOne }: ChangeStateProps) {
  const t = useT()
  const { value, state, requested_at: requested, decided_at: decided, reason } = change
  if (state === 'approved') return null
  if (state === 'requested') {
    return (
      <Notice tone="info" live={false}>
        {t(`forum.${name}_waits`, { value, date: formatDayAndMonth(requested) })}
      </Notice>
    )
  }
  const told = t(`forum.${name}_declined`, { value, date: formatDayAndMonth(decided ?? requested) })
  const because = reason !== null && t('forum.reason', { reason })
  if (!isNew) {
    return <p className={styles.quiet}>{[told, because].filter(Boolean).join(' ')}</p>
  }
  return (
    <Notice tone="warn" live={false} title={told}>
      {because && <p>{because}</p>}
      <p>{t(hasOne ? `forum.${name}_declined_then` : `forum.${name}_declined_first`)}</p>
    </Notice>
  )
}
