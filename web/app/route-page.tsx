import { Suspense, useEffect, useState } from 'react'
import { type RouteName, routes } from '#contract/routes.ts'
import { KnownTroubles } from '#web/blocks/known-troubles.tsx'
import { TopNotice } from '#web/features/subscriptions/list-subscriptions/top-notice.tsx'
import { noteArrival } from '#web/lib/browser/first-paint.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { pageParameters } from '#web/lib/navigation/page-parameters.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { beginnings, notice } from './beginnings.ts'
import { closingMode } from './closing-mode.ts'
import { MaintenancePage } from './maintenance-page.tsx'
import { Message } from './message-screen.tsx'
import { ChunkError, pageOf } from './pages.ts'
import { RequireLogin } from './require-login.tsx'
import { useArrival } from './use-arrival.ts'
import { useHashScroll } from './use-hash-scroll.ts'
import { useReloadOnline } from './use-reload-online.ts'

/** Pages whose heading is their own first sentence; all others have their name above it. */
const withSentence: ReadonlySet<RouteName> = new Set(['settings', 'faq', 'accessibility', 'notfound'])

/** One route: its title (R2.01) and its page, with its own Suspense and error boundary. */
export function RoutePage({ name }: { name: Exclude<RouteName, 'homepage'> }) {
  const t = useT()
  const { search } = useLocation()
  const mode = closingMode(name)
  if (mode) {
    const title = t(`main.${name === 'notfound' ? 'not_found_error' : name}_title`)
    return (
      <>
        <title>{`${title} - ${t('site.name')}`}</title>
        <MaintenancePage key={name} mode={mode} />
      </>
    )
  }
  const query = new URLSearchParams(search)
  const page = (
    <PageInFrame key={name + JSON.stringify(pageParameters.map(each => query.get(each)))} name={name} />
  )
  return name !== 'notfound' && routes[name].loginRequired ? <RequireLogin>{page}</RequireLogin> : page
}

function PageInFrame({ name }: { name: Exclude<RouteName, 'homepage'> }) {
  const t = useT()
  const { loaded, ended } = useProfile()
  // State, since another component type would remount the page.
  const [Page] = useState(() => pageOf(name))
  const title = t(name === 'notfound' ? 'main.not_found_error_title' : `main.${name}_title`)
  const heading = (
    <Heading level={1} look="label">
      {title}
    </Heading>
  )
  useHashScroll(name)
  return (
    <>
      <title>{`${title} - ${t('site.name')}`}</title>
      <ErrorBoundary fallback={(error, retry) => <PageFailed error={error} retry={retry} />}>
        <Suspense
          fallback={
            <>
              {heading}
              <Skeleton label={t('common.loading')} shape="answer" />
            </>
          }
        >
          {!withSentence.has(name) && heading}
          <TopNotice
            isReader={loaded && !ended && beginnings[name].read.includes(notice)}
            otherwise={<KnownTroubles />}
          />
          <Page />
          <PageArrived />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

/** A sibling of the page within Suspense, so that it mounts together with it. */
function PageArrived() {
  useArrival()
  return null
}

function PageFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useT()
  useEffect(noteArrival, [])
  if (error instanceof ChunkError) return <ChunkMissing />
  return (
    <ErrorBlock title={t('common.block_failed_title')} retryLabel={t('common.retry')} onRetry={retry}>
      {textOfError(error)}
    </ErrorBlock>
  )
}

/** Browsers cache a failed import until the page is reloaded (R8.04); offline, that would lead out of the product. */
function ChunkMissing() {
  const t = useT()
  const [isOffline] = useState(() => !navigator.onLine)
  useReloadOnline(isOffline)
  if (isOffline) {
    return (
      <Message title={t('offline.title')} text={t('offline.text')}>
        {null}
      </Message>
    )
  }
  return (
    <Message title={t('chunk_failed.title')} text={t('chunk_failed.text')}>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('common.reload')}
      </Button>
    </Message>
  )
}
