import { useT } from '#web/lib/texts/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './shell.module.css'

/** Shown while the reader is loaded, after a delay. */
export function StartingScreen() {
  const t = useT()
  return (
    <main className={styles.alone}>
      <Skeleton label={t('common.loading')} shape="answer" />
    </main>
  )
}
