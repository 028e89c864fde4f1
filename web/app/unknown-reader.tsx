import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './shell.module.css'

/** On public pages: notice to a reader who seems signed in but could not be loaded. */
export function UnknownReader() {
  const t = useT()
  return (
    <div className={styles.unknown}>
      <Notice tone="warn" title={t('unknown_reader.title')}>
        <p>{t('unknown_reader.text')}</p>
        <Button onClick={() => location.reload()}>{t('common.retry')}</Button>
      </Notice>
    </div>
  )
}
