import '#web/ui/base.css'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { onProofWanted } from '#web/lib/call/api.ts'
import { logFailure } from '#web/lib/log.ts'
import { AccountArea } from './account-area.tsx'
import { loadRest } from './load-rest.ts'
import { FailedScreen, FatalScreen, OfflineScreen, UnloadableScreen } from './start-screens.tsx'
import { StartingScreen } from './starting-screen.tsx'
import { type Start, start } from './startup.ts'

const screens: Record<Exclude<Start, 'leaving'>, ComponentType> = {
  ready: AccountArea,
  fatal: FatalScreen,
  unloadable: UnloadableScreen,
  offline: OfflineScreen,
  failed: FailedScreen,
}

/** How long the reader's own data may take before the starting screen is rendered for them. */
const placeholderAfterMs = 150

/** Starts the account area in its document. */
export async function run(): Promise<void> {
  // Set for zod before it comes, with the forms that need it: the content security policy forbids `eval`, which it would try.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  // Loaded lazily, only when a challenge comes; when that fails, the server's error is shown.
  onProofWanted((...wanted) =>
    import('#web/features/storm-shield/ask-proof.tsx').then(
      ({ askProof }) => askProof(...wanted),
      () => undefined,
    ),
  )
  const place = document.getElementById('root')
  if (!place) throw new Error('The document has no #root')
  // Errors caught by a boundary are handled: the page shows a fallback.
  const root = createRoot(place, { onCaughtError: error => logFailure('page', error) })
  try {
    // A placeholder that is replaced before it can be seen costs a phone the time of a layout.
    let delayed: ReturnType<typeof setTimeout> | undefined
    const outcome = await start(() => {
      delayed = setTimeout(() => root.render(<StartingScreen />), placeholderAfterMs)
    })
    clearTimeout(delayed)
    if (outcome === 'leaving') return
    const Screen = screens[outcome]
    root.render(<Screen />)
    if (outcome !== 'ready') return
    const { startRest } = await loadRest()
    startRest()
  } catch (error) {
    logFailure('start', error)
  }
}
