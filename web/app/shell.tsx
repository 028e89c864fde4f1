import { type ReactNode, Suspense } from 'react'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { useInsideLinks } from '#web/lib/navigation/use-inside-links.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Announcer, useToast } from '#web/ui/announcer.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { legacyTarget, routeNameOf } from './addresses.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { insideAddress } from './inside-address.ts'
import { fromRest } from './load-rest.ts'
import { MainMenu } from './main-menu.tsx'
import styles from './shell.module.css'

const SessionEnded = fromRest(rest => rest.SessionEnded)
const ToastPlace = fromRest(rest => rest.ToastPlace)
const UnknownReader = fromRest(rest => rest.UnknownReader)
const nothing = () => null

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
          {unknown && (
            <Late>
              <UnknownReader />
            </Late>
          )}
          {children}
          {/* Place of the marketing consent, which is loaded later. */}
          <div id="end-of-page" />
          <Late otherwise={() => <PlainToast />}>
            <ToastPlace closeLabel={t('common.close')} />
          </Late>
        </main>
      </div>
      <Footer />
      <Late>
        <SessionEnded />
      </Late>
      <Announcer />
    </>
  )
}

type LateProps = { children: ReactNode; otherwise?: () => ReactNode }

/** What comes after the first paint. @param otherwise shown when it cannot be loaded; nothing where it is not missed */
function Late({ children, otherwise = nothing }: LateProps) {
  return (
    <ErrorBoundary fallback={otherwise}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** A toast where its place cannot be loaded. */
const PlainToast = () => <p>{useToast().toast?.text}</p>
