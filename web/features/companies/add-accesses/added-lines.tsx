import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import styles from './add-many.module.css'
import type { AddingResult } from './use-adding.ts'

/** Result of adding a list: number of added addresses, and the reason for every refused line. */
export function AddedLines({ result: { added, refused, left } }: { result: AddingResult }) {
  const t = useT()
  if (added === 0 && refused.length === 0 && left === 0) return null
  const isGood = refused.length === 0 && left === 0
  return (
    <Notice tone={isGood ? 'good' : 'warn'} title={t('companies.many_done', { count: added })}>
      {left > 0 && <p>{t('companies.many_broken', { count: left })}</p>}
      {refused.length > 0 && (
        <>
          <p>{t('companies.many_failed', { count: refused.length })}</p>
          {/* Scrollable by keyboard. */}
          <ul role="list" tabIndex={0} className={styles.lines} aria-label={t('companies.many_text')}>
            {refused.map(({ line, email, why }, index) => (
              <li key={index} className={styles.line}>
                {t('companies.many_line', { line })}: <b>{email}</b>
                <span className={styles.why}>{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
