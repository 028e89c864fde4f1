import { afterFirstPaint } from '#web/lib/first-paint.ts'
import { logFailure } from '#web/lib/log.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { routeNameOf } from './addresses.ts'

/** Pages whose address holds a token: no third-party scripts there, which could read it. */
const privatePages = ['newsletter_link', 'unsubscribe']

/**
 * Loads deferred parts that no page needs to render: focus keeping, print notes and, where configured, feature
 * flags, live chat and marketing.
 */
export function startDeferred(): void {
  const {
    features_client_key: flags,
    chat_script_url: chat,
    marketing_script_url: marketing,
  } = runtimeConfig()
  inBackground(
    'focus',
    import('#web/ui/keep-focus.ts').then(({ keepFocus }) => keepFocus()),
  )
  inBackground(
    'prints',
    import('./print-note.ts').then(({ notePrints }) => notePrints()),
  )
  // Parts of a page that depend on a flag load flags themselves.
  if (flags !== null)
    inBackground(
      'flags',
      import('#web/lib/flags/flag-store.ts').then(({ startFlags }) => startFlags()),
    )
  const isPrivate = privatePages.includes(routeNameOf(location.pathname) ?? '')
  if ((chat ?? marketing) !== undefined && !isPrivate) {
    inBackground('third-party-scripts', afterFirstPaint().then(fetchThirdPartyScripts))
  }
}

const fetchThirdPartyScripts = async () => {
  const { showThirdPartyScripts } = await import('./third-party-scripts.tsx')
  await showThirdPartyScripts()
}

const inBackground = (what: string, work: Promise<void>) => void work.catch(error => logFailure(what, error))
