import { currentLocale } from '../texts/i18n.ts'

/**
 * Where a reader who must sign in is sent (R2.26, R2.27). A login on a host of its own does not know which language
 * this browser chose here.
 *
 * @param loginUrl the central login's address, from the runtime configuration
 * @param currentAddress where the reader comes back to
 */
export function loginAddress(loginUrl: string, currentAddress: string, { codeGiven = false } = {}): string {
  const address = new URL(loginUrl)
  address.searchParams.set('url', currentAddress)
  if (codeGiven) address.searchParams.set('auth', 'access_denied')
  if (currentLocale() === 'en' && address.origin !== location.origin) address.searchParams.set('lang', 'en')
  return address.href
}
