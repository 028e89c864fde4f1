import { useEffect, useState } from 'react'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatTime } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import styles from '../follows.module.css'

/**
 * Says that all is being unfollowed and by when it is done, then that it is done, as the server knows it
 * (R4.16).
 *
 * @param props.until by when; null when nothing is in progress
 */
export function UnfollowProgress({ until }: { until: string | null }) {
  const t = useT()
  const phase = usePhase(until)
  if (phase === 'none') return null
  return (
    <div className={styles.progress}>
      {phase === 'done' ? (
        <Notice tone="good">{t('follows.done')}</Notice>
      ) : (
        <Notice tone="info" title={t('follows.under_way_title')}>
          {phase === 'late' ? t('follows.late') : t('follows.under_way', { time: formatTime(until ?? '') })}
        </Notice>
      )}
    </div>
  )
}

function usePhase(until: string | null): 'none' | 'under_way' | 'late' | 'done' {
  const [seen, setSeen] = useState(until)
  const [passed, setPassed] = useState<string>()
  if (until !== null && until !== seen) setSeen(until)
  useEffect(() => {
    if (until === null) return undefined
    // The server's clock is the one that it was promised by.
    const leftMs = Date.parse(until) - serverTimeMs()
    const timer = setTimeout(() => setPassed(until), leftMs)
    return () => clearTimeout(timer)
  }, [until])
  if (until === null) return seen === null ? 'none' : 'done'
  return passed === until ? 'late' : 'under_way'
}

/** @param until by when all is unfollowed: null when it is not asked for; after that its reader may ask again */
export const isOver = (until: string | null | undefined): boolean =>
  until === null || (until !== undefined && Date.parse(until) <= serverTimeMs())
