import { formatNumber } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import styles from './parts-progress.module.css'

export type Progress = { done: number; count: number }

/** How far the work on a long list is, batch by batch. */
export function PartsProgress({ progress }: { progress: Progress }) {
  const t = useT()
  return (
    <div className={styles.progress}>
      <label>
        {t('companies.many_progress', {
          done: formatNumber(progress.done),
          count: formatNumber(progress.count),
        })}
        <progress value={progress.done} max={progress.count} />
      </label>
      <p className={styles.leave}>{t('companies.many_leave')}</p>
    </div>
  )
}
