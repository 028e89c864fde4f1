import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from '#web/lib/navigation.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { useInsideLinks } from '#web/lib/use-inside-links.ts'
import { Announcer, ToastPlace } from '#web/ui/announcer.tsx'
import { legacyTarget, routeNameOf } from './addresses.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { insideAddress } from './inside-address.ts'
import { loadRest } from './load-rest.ts'
import { MainMenu } from './main-menu.tsx'
import styles from './shell.module.css'
import { UnknownReader } from './unknown-reader.tsx'

/** Lazy: few readers see it. */
const SessionEnded = lazy(async () => {
  const { SessionEnded: Found } = await loadRest().catch(() => ({ SessionEnded: Nothing }))
  return { default: Found }
})
const Nothing = () => null

/** Frame of every page: header, main menu (not on the not-found page, R2.02), footer. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useT()
  const location = useLocation()
  const { unknown } = useProfile()
  const withMenu = routeNameOf(location.pathname) !== undefined || legacyTarget(location) !== undefined
  useInsideLinks(insideAddress)
  return (
    <>
      <Header withMenu={withMenu} />
      <div className={withMenu ? styles.frame : styles.alone}>
        {withMenu && (
          <div className={styles.side}>
            <MainMenu />
          </div>
        )}
        <main className={styles.content} id="content" tabIndex={-1} data-private>
          {unknown && <UnknownReader />}
          {children}
          {/* Place of the marketing consent, which is loaded later. */}
          <div id="end-of-page" />
          <ToastPlace closeLabel={t('common.close')} />
        </main>
      </div>
      <Footer />
      <Suspense>
        <SessionEnded />
      </Suspense>
      <Announcer />
    </>
  )
}
