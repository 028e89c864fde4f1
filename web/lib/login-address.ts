/**
 * Where a reader who must sign in is sent (R2.26, R2.27).
 *
 * @param loginUrl the central login's address, from the runtime configuration
 * @param currentAddress where the reader comes back to
 */
export function loginAddress(loginUrl: string, currentAddress: string, { codeGiven = false } = {}): string {
  const address = new URL(loginUrl)
  address.searchParams.set('url', currentAddress)
  if (codeGiven) address.searchParams.set('auth', 'access_denied')
  return address.href
}
