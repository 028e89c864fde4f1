import { type MouseEvent, Suspense, useState } from 'react'
import { routes } from '#contract/routes.ts'
import { offerReload } from '#web/blocks/reload-offer.tsx'
import { LayoutPlace } from '#web/features/layout-blocks/read-layout-blocks/layout-place.tsx'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Account } from './account.tsx'
import styles from './header.module.css'
import { LanguageLink } from './language-link.tsx'
import { fromRest, loadRest } from './load-rest.ts'

const MenuSheet = fromRest(rest => rest.MenuSheet)

/**
 * Skip link, the publisher's own header, two logo links, account (R2.03) and language; on a phone the menu
 * button, whose menu holds the last two.
 */
export function Header({ withMenu }: { withMenu: boolean }) {
  const t = useT()
  const [menu, setMenu] = useState<'closed' | 'coming' | 'open'>('closed')
  const openMenu = () => {
    const open = () => setMenu('open')
    setMenu('coming')
    loadRest().then(open, open)
  }
  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#content" onClick={skip}>
        {t('navigation.skip')}
      </a>
      <LayoutPlace side="top" program={loadRest} />
      <div className={styles.bar}>
        <a className={styles.publisher} href={runtimeConfig().hosts.publisher}>
          {t('site.publisher')}
        </a>
        <a className={styles.profile} href={routes.subscription.path}>
          {t('site.name')}
        </a>
        {withMenu && (
          <div className={styles.menu}>
            <Button busy={menu === 'coming'} onClick={openMenu} aria-haspopup="dialog">
              {t('navigation.menu')}
            </Button>
            {menu === 'open' && (
              <ErrorBoundary fallback={offerReload}>
                <Suspense>
                  <MenuSheet onClose={() => setMenu('closed')} />
                </Suspense>
              </ErrorBoundary>
            )}
          </div>
        )}
        <div className={withMenu ? styles.account : styles.accountAlone}>
          <Account isShort={withMenu} />
        </div>
        <div className={withMenu ? styles.language : styles.languageAlone}>
          <LanguageLink />
        </div>
      </div>
    </header>
  )
}

/** Focuses by script: the hash may name a tab. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
