import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import styles from '../follows.module.css'

/** Empty state: no search results, or an empty list. */
export function NothingFound({ query, onClear }: { query: string; onClear: () => void }) {
  const t = useT()
  if (query === '') return <p>{t('follows.empty')}</p>
  return (
    <div className={styles.nothing} role="status">
      <p>{t('follows.nothing', { query })}</p>
      <Button variant="quiet" onClick={onClear}>
        {t('follows.clear')}
      </Button>
    </div>
  )
}
