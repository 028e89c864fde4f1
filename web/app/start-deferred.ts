import { afterFirstPaint } from '#web/lib/first-paint.ts'
import { logFailure } from '#web/lib/log.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { routeNameOf } from './addresses.ts'

/** Pages whose address holds a token: their policy lets in no other company's script, which could read it. */
const privatePages = ['newsletter_link', 'unsubscribe']

/** Fetches what no page needs to be shown: the keeper of the focus, what is printed; where the configuration has it flags, live chat and marketing. */
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
  // Few parts of a page depend on a flag, and those ask for themselves.
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
