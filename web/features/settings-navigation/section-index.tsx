import { useT } from '#web/lib/texts/i18n.ts'
import styles from './section-index.module.css'
import { sections } from './sections.ts'
import { useSectionInSight } from './use-section-in-sight.ts'

/**
 * Table of contents that follows the scroll; above the sections where there is no room beside.
 *
 * @param hasForms whether the sections that are nothing but forms are there
 */
export function SectionIndex({ hasForms }: { hasForms: boolean }) {
  const t = useT()
  const shown = sections.filter(section => hasForms || !('isForm' in section))
  const inSight = useSectionInSight()
  return (
    <nav className={styles.index} aria-label={t('settings.index')}>
      <ul role="list" className={styles.list}>
        {shown.map(({ id, name }) => (
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
