import { readUser } from '#contract/identity/identity.ts'
import { call, startApi } from '#web/lib/call/api.ts'
import type { Session } from '#web/lib/call/session.ts'
import { reportFailures } from '#web/lib/errors/report-failures.ts'
import { startCountry } from '#web/lib/locale/start-country.ts'
import { logFailure } from '#web/lib/log.ts'
import { loadUser } from '#web/lib/reader/load-user.ts'
import type { Profile } from '#web/lib/reader/profile.ts'
import { ConfigError, configAddress, loadRuntimeConfig } from '#web/lib/runtime-config.ts'
import { loadCatalogue } from '#web/lib/texts/catalogue.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import type { Login } from '../lib/reader/login-context.ts'
import { chosenLanguage } from './language.ts'

export type LoginStart =
  | { outcome: 'ready'; reader: Login['reader'] }
  | { outcome: 'fatal' | 'offline' | 'failed' }

/**
 * Loads configuration and language before anything is drawn or taken over (R2.31); the signed-in reader comes after.
 *
 * @param isRendered the server has rendered the page
 */
export async function startLogin(isRendered: boolean): Promise<LoginStart> {
  const language = chosenLanguage()
  const catalogue = loadCatalogue(language, 'login')
  // Awaited below; avoids an unhandled rejection until then.
  catalogue.catch(() => {})
  try {
    const config = await loadRuntimeConfig(fetch(configAddress()))
    await startCountry()
    reportFailures(config)
    activate(language, await catalogue)
    // Calls of the login don't wait for the reader.
    const { session } = startApi(config, Promise.resolve())
    const reader = session.userId() === undefined ? undefined : findReader(session)
    // A fresh token is used at once; a stale one is refreshed after the page is shown. A rendered page has its place.
    return { outcome: 'ready', reader: session.freshPayload() && !isRendered ? await reader : reader }
  } catch (error) {
    logFailure('start', error)
    const offline = !navigator.onLine
    if (error instanceof ConfigError && !(offline && error.reason === 'unreachable')) {
      return { outcome: 'fatal' }
    }
    const texts = await catalogue.catch(() => undefined)
    if (!texts) return { outcome: 'fatal' }
    activate(language, texts)
    return { outcome: offline ? 'offline' : 'failed' }
  }
}

async function findReader(session: Session): Promise<Profile | undefined> {
  try {
    return await loadUser({
      session,
      readUser: userId => call(readUser, { params: { userId: String(userId) } }),
    })
  } catch (error) {
    // On failure the reader can sign in again.
    logFailure('user', error)
    return undefined
  }
}
