import { readStored } from '../browser/storage.ts'
import { addressText, leaveFor, useLocation } from '../navigation/navigation.ts'
import { runtimeConfig } from '../runtime-config.ts'
import { currentLocale } from '../texts/i18n.ts'

/**
 * Address of the central login (R2.26, R2.27). It carries the language, which a login on another host can't
 * read from storage.
 *
 * @param loginUrl the central login's address, from the runtime configuration
 * @param currentAddress return address
 */
export function loginAddress(loginUrl: string, currentAddress: string, { codeGiven = false } = {}): string {
  const address = new URL(loginUrl)
  address.searchParams.set('url', currentAddress)
  if (codeGiven) address.searchParams.set('auth', 'access_denied')
  return withLanguage(address)
}

/** A login on another host may remember another language than the one that was last read here, if any was. */
function withLanguage(login: URL): string {
  if (readStored('language') && login.origin !== location.origin)
    login.searchParams.set('lang', currentLocale())
  return login.href
}

/** Hook: the central login's address, with a return to the current one, whichever tab is open. */
export const useSignInAddress = (): string =>
  loginAddress(runtimeConfig().login_url, new URL(addressText(useLocation()), location.origin).href)

/**
 * Goes to the login, which says that the session has ended.
 *
 * @returns never settles: the caller stays busy until the page is left
 */
export function leaveSignedOut(): Promise<never> {
  const login = new URL(runtimeConfig().login_url)
  login.searchParams.set('signed_out', '')
  return leaveFor(withLanguage(login))
}
