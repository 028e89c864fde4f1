import './style.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import * as z from 'zod/mini'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { FailedScreen, FatalScreen, OfflineScreen } from '#web/app/start-screens.tsx'
import { watchRestored } from '#web/lib/browser/restored.ts'
import { currentSession, onProofWanted } from '#web/lib/call/api.ts'
import { refetchInvalidated } from '#web/lib/call/refetch-invalidated.ts'
import { queryClient } from '#web/lib/call/use-endpoint.ts'
import { logFailure } from '#web/lib/log.ts'
import { renderFor } from '#web/lib/navigation/navigation.ts'
import { fetchNext } from './fetch-next.ts'
import { LoginApp, loadShop } from './login-app.tsx'
import { type LoginStart, startLogin } from './start-login.ts'

// The content security policy forbids `eval`, which zod would otherwise try.
z.config({ jitless: true })

// Loaded lazily, only when a challenge comes; when that fails, the server's error is shown.
onProofWanted((...wanted) =>
  import('#web/features/storm-shield/ask-proof.tsx').then(
    ({ askProof }) => askProof(...wanted),
    () => undefined,
  ),
)

const place = document.getElementById('root')
if (!place) throw new Error('The document has no #root')

/** What the server has rendered: its query, its language, and whether it has left a place for a reader. */
const { search, reader } = place.dataset
const { lang } = document.documentElement

const screens = { offline: <OfflineScreen />, failed: <FailedScreen />, fatal: <FatalScreen /> }

refetchInvalidated(queryClient)
void startLogin(search !== undefined).then(async start => {
  await show(place, start)
  if (start.outcome === 'ready') place.addEventListener('input', fetchNext, { once: true })
  const readerId = start.outcome === 'ready' ? currentSession().userId() : undefined
  watchRestored(
    () => start.outcome === 'ready' && currentSession().userId() !== readerId,
    () => void queryClient.invalidateQueries(),
  )
  import('#web/ui/keep-focus.ts')
    .then(({ keepFocus }) => keepFocus())
    .catch((error: unknown) => logFailure('focus', error))
})

/** Takes the rendered document over; it is drawn anew where this browser knows better, e.g. another language. */
async function show(place: HTMLElement, start: LoginStart): Promise<void> {
  if (start.outcome !== 'ready') return begin(createRoot(place), screens[start.outcome])
  const fits =
    lang === document.documentElement.lang && (reader !== undefined) === (start.reader !== undefined)
  if (search === undefined || !fits) return begin(createRoot(place), <LoginApp reader={start.reader} />)
  const shop = location.pathname.startsWith(shopPaths.catalogue)
    ? await loadShop().catch(noteFailure)
    : undefined
  // An address that differs has the whole page rendered once more, at once.
  if (search !== location.search || location.hash !== '') renderFor(location.pathname, search)
  // In slices, between which the page answers: at once it is one long task on a slow phone.
  startTransition(() => {
    hydrateRoot(place, <LoginApp reader={start.reader} Shop={shop?.default} />, {
      onRecoverableError: error => reportError(error),
    })
  })
  window.profilRendered?.release()
}

/** The shop tries again by itself. */
const noteFailure = (error: unknown): undefined => {
  logFailure('shop', error)
}

function begin(root: Root, screen: Parameters<Root['render']>[0]): void {
  root.render(screen)
  window.profilRendered?.release()
}
