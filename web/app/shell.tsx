import type { ReactNode } from 'react'
import { useT } from '#web/lib/i18n.ts'
import { useLocation } from '#web/lib/navigation.ts'
import { Announcer, ToastPlace } from '#web/ui/announcer.tsx'
import { legacyTarget, routeNameOf } from './addresses.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MainMenu } from './main-menu.tsx'
import { SessionEnded } from './session-ended.tsx'
import styles from './shell.module.css'
import { useInAppLinks } from './use-in-app-links.ts'

/** What stands around every page: header, main menu (not on the not-found page, R2.02), footer. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useT()
  const location = useLocation()
  const withMenu = routeNameOf(location.pathname) !== undefined || legacyTarget(location) !== undefined
  useInAppLinks()
  return (
    <>
      <Header withMenu={withMenu} />
      <div className={withMenu ? styles.frame : styles.alone}>
        {withMenu && (
          <div className={styles.side}>
            <MainMenu />
          </div>
        )}
        <main className={styles.content} id="content" tabIndex={-1}>
          {children}
          <ToastPlace closeLabel={t('common.close')} />
        </main>
      </div>
      <Footer />
      <SessionEnded />
      <Announcer />
    </>
  )
}
