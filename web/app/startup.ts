import { changeLocale, readUser } from '#contract/identity/identity.ts'
import { isLocale, type Locale } from '#contract/languages.ts'
import { storedLanguage } from '#web/lib/browser/storage.ts'
import { call, currentSession, renewToken, startApi } from '#web/lib/call/api.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { reportFailures } from '#web/lib/errors/report-failures.ts'
import { keepLanguage } from '#web/lib/locale/keep-language.ts'
import { startCountry } from '#web/lib/locale/start-country.ts'
import { logFailure } from '#web/lib/log.ts'
import { addressText, addressWith } from '#web/lib/navigation/navigation.ts'
import { loadUser } from '#web/lib/reader/load-user.ts'
import { type Profile, setProfile } from '#web/lib/reader/profile.ts'
import { ConfigError, configAddress, loadRuntimeConfig } from '#web/lib/runtime-config.ts'
import { loadCatalogue } from '#web/lib/texts/catalogue.ts'
import { activate, translate } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'
import { repairedAddress, routeNameOf } from './addresses.ts'
import { loginAddressFor, needsLogin } from './login-redirect.ts'
import { preloadPage, preparePage } from './pages.ts'

/** Outcome of the start; `leaving` while the browser is redirected. */
export type Start = 'ready' | 'leaving' | 'fatal' | 'unloadable' | 'offline' | 'failed'

/**
 * Configuration, then language, then reader (R2.31). Independent requests run in parallel.
 *
 * @param onConfigured called when something may be shown, while the reader is still being loaded
 */
export async function start(onConfigured: () => void): Promise<Start> {
  repairAddress()
  // Registered first: the other listeners read the repaired address.
  window.addEventListener('popstate', repairAddress)
  const language = storedLanguage()
  const catalogue = loadCatalogue(language)
  // Awaited below; avoids an unhandled rejection until then.
  catalogue.catch(() => {})
  preloadPage(routeNameOf(location.pathname))
  let settleUser = () => {}
  const userKnown = new Promise<void>(resolve => {
    settleUser = resolve
  })

  try {
    const config = await loadRuntimeConfig(window.profilStart?.config ?? fetch(configAddress()))
    await startCountry()
    startApi(config, userKnown)
    activate(language, await catalogue)
    reportFailures(config)
    onConfigured()
    const user = await findUser()
    if (user === 'unknown' && needsLogin(location)) return 'failed'
    const profile = user === 'unknown' ? undefined : user
    if (!profile && needsLogin(location)) {
      location.replace(loginAddressFor(location))
      return 'leaving'
    }
    const followed = await followLanguage(language, profile)
    if (followed === 'leaving') return 'leaving'
    setProfile(profile ?? { lang: followed, ...(user === 'unknown' && { unknown: true }) })
    settleUser()
    await preparePage(routeNameOf(location.pathname))
    return 'ready'
  } catch (error) {
    logFailure('start', error)
    const offline = !navigator.onLine
    if (error instanceof ConfigError && !(offline && error.reason === 'unreachable')) return 'fatal'
    const texts = await catalogue.catch(() => undefined)
    if (!texts) return 'unloadable'
    activate(language, texts)
    return offline ? 'offline' : 'failed'
  }
}

/** Repairs an address with the query after a tab's hash (R2.25). */
function repairAddress(): void {
  const repaired = repairedAddress(location)
  if (repaired) history.replaceState(null, '', addressText(repaired))
}

/** @returns `unknown` when there seems to be a session that could not be verified */
async function findUser(): Promise<Profile | undefined | 'unknown'> {
  try {
    return await loadUser({
      session: currentSession(),
      readUser: userId => call(readUser, { params: { userId: String(userId) } }, { waitForUser: false }),
    })
  } catch (error) {
    logFailure('user', error)
    return 'unknown'
  }
}

/**
 * Activates the reader's language; `?lang=` is saved as the reader's own (R2.28).
 *
 * @param shown the language already active
 */
async function followLanguage(shown: Locale, profile: Profile | undefined): Promise<Locale | 'leaving'> {
  let language = profile?.langLoaded ? profile.lang : shown
  let refused: unknown
  const asked = new URLSearchParams(location.search).get('lang')
  if (isLocale(asked)) {
    const address = addressWith({ lang: null })
    if (asked !== language && profile) {
      try {
        await saveLanguage(asked, profile)
        // Without the parameter, so that the reloaded page does not save it again.
        location.replace(address)
        return 'leaving'
      } catch (error) {
        refused = error
      }
    } else {
      language = asked
    }
    history.replaceState(null, '', address)
  }
  if (language !== shown) activate(language, await loadCatalogue(language))
  keepLanguage(language)
  if (refused) showToast(`${translate('language_refused')} ${textOfError(refused)}`, 'error')
  return language
}

/** @throws ApiError */
async function saveLanguage(locale: Locale, profile: Profile): Promise<void> {
  const params = { userId: String(profile.id) }
  await call(changeLocale, { params, body: { locale_code: locale } }, { waitForUser: false })
  keepLanguage(locale)
  await renewToken('language')
}
