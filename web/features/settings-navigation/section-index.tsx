import { useT } from '#web/lib/texts/i18n.ts'
import styles from './section-index.module.css'
import { sections } from './sections.ts'
import { useSectionInSight } from './use-section-in-sight.ts'

/** Table of contents that follows the scroll; above the sections where there is no room beside. */
export function SectionIndex() {
  const t = useT()
  const inSight = useSectionInSight()
  return (
    <nav className={styles.index} aria-label={t('settings.index')}>
      <ul role="list" className={styles.list}>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a className={styles.link} href={`#${id}`} aria-current={id === inSight ? 'location' : undefined}>
              {t(`settings.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
