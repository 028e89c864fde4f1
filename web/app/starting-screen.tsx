import { useT } from '#web/lib/texts/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './shell.module.css'

/** While the reader is being found out; seen only where that takes long. */
export function StartingScreen() {
  const t = useT()
  return (
    <main className={styles.alone}>
      <Skeleton label={t('common.loading')} shape="answer" />
    </main>
  )
}
