import { routes } from '#contract/routes.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { routeNameOf } from './addresses.ts'
import styles from './main-menu.module.css'

const entries = [
  'subscription',
  'newsletters',
  'settings',
  'company_subscription',
  'faq',
  'subscription_code',
] as const

/** The main menu (R2.02). */
export function MainMenu({ onChosen }: { onChosen?: () => void }) {
  const t = useT()
  const current = routeNameOf(useLocation().pathname)
  return (
    <nav aria-label={t('navigation.main')}>
      <ul>
        {entries.map(name => (
          <li key={name}>
            <a
              className={styles.entry}
              href={routes[name].path}
              aria-current={name === current ? 'page' : undefined}
              onClick={onChosen}
            >
              {t(`navigation.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
