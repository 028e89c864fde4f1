import { watchRestored } from '#web/lib/browser/restored.ts'
import { currentSession } from '#web/lib/call/api.ts'
import { refetchInvalidated } from '#web/lib/call/refetch-invalidated.ts'
import { queryClient } from '#web/lib/call/use-endpoint.ts'
import { startFlags } from '#web/lib/flags/flag-store.ts'
import { logFailure } from '#web/lib/log.ts'
import { currentProfile } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { keepFocus } from '#web/ui/keep-focus.ts'
import { routeNameOf } from './addresses.ts'
import { notePrints } from './print-note.ts'
import { showThirdPartyScripts } from './third-party-scripts.tsx'

export { fillPlace } from '#web/features/layout-blocks/read-layout-blocks/fill-place.ts'
export { ToastPlace } from '#web/ui/toast-place.tsx'
export { MenuSheet } from './menu-sheet.tsx'
export { scrollWhenThere } from './scroll-when-there.ts'
export { SessionEnded } from './session-ended.tsx'
export { UnknownReader } from './unknown-reader.tsx'

/** Pages whose address holds a token: no third-party scripts there, which could read it. */
const privatePages = ['newsletter_link', 'unsubscribe']

/**
 * Starts what no page needs to be painted: focus keeping, print notes and, where configured, feature flags, live chat
 * and marketing.
 */
export function startRest(): void {
  const {
    features_client_key: flags,
    chat_script_url: chat,
    marketing_script_url: marketing,
  } = runtimeConfig()
  document.querySelector('style[media]')?.removeAttribute('media')
  keepFocus()
  refetchInvalidated(queryClient)
  notePrints()
  watchRestored(
    () => currentSession().userId() !== currentProfile().id,
    () => void queryClient.invalidateQueries(),
  )
  // Parts of a page that depend on a flag load flags themselves.
  if (flags !== null) inBackground('flags', startFlags())
  const isPrivate = privatePages.includes(routeNameOf(location.pathname) ?? '')
  if ((chat ?? marketing) !== undefined && !isPrivate)
    inBackground('third-party-scripts', showThirdPartyScripts())
}

const inBackground = (what: string, work: Promise<void>) => void work.catch(error => logFailure(what, error))
