import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { routes } from '#contract/routes.ts'
import { LayoutPlace } from '#web/features/layout-blocks/read-layout-blocks/layout-place.tsx'
import { useProfile } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/modal.tsx'
import { Account } from './account.tsx'
import styles from './header.module.css'
import { LanguageLink } from './language-link.tsx'
import { loadRest } from './load-rest.ts'
import { MainMenu } from './main-menu.tsx'

/**
 * Skip link, the publisher's own header, two logo links, account (R2.03) and language; on a phone the menu
 * button, whose menu holds the last two.
 */
export function Header({ withMenu }: { withMenu: boolean }) {
  const t = useT()
  const { email, ended } = useProfile()
  const [menuOpen, setMenuOpen] = useState(false)
  const close = () => setMenuOpen(false)
  // Closed before the next page arrives: an open sheet keeps focus from that page's heading.
  const choose = () => flushSync(close)
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
            <Button onClick={() => setMenuOpen(true)} aria-haspopup="dialog">
              {t('navigation.menu')}
            </Button>
            <Sheet
              open={menuOpen}
              onClose={close}
              title={t('navigation.menu')}
              closeLabel={t('common.close')}
            >
              {email && !ended && <p className={styles.who}>{email}</p>}
              <MainMenu onChosen={choose} />
              <div className={styles.sheetAccount}>
                <Account withEmail={false} />
                <LanguageLink />
              </div>
            </Sheet>
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
