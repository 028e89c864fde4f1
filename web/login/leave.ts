import { useSyncExternalStore } from 'react'
import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { returnAddress } from '#contract/identity/return-address.ts'
import { routes } from '#contract/routes.ts'
import { currentSession } from '#web/lib/call/api.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { keptReturn } from '../lib/reader/kept-return.ts'
import { forgetTypedEmail } from './typed-email.ts'

/** Who comes to the login itself from a gift or an invitation has it in `url`: what is stored may be another reader's. */
const keptHere = (): string | undefined =>
  /^\/login(?:\/registration)?$/.test(location.pathname) ? undefined : keptReturn()

/** Where the reader goes next: `url` if it is ours, by a mailed link the stored invitation or gift, else the account area. */
export function nextAddress(search = location.search, kept = keptHere()): string {
  const { hosts } = runtimeConfig()
  const fallback = kept
    ? new URL(kept, hosts.central_login).href
    : new URL(routes.subscription.path, hosts.account).href
  return returnAddress(new URLSearchParams(search).get('url'), ownOrigins(hosts), fallback)
}

/** Hook: the same, of which a rendered document knows no more than the account area. */
export function useNextAddress(): string {
  const kept = useSyncExternalStore(
    () => () => {},
    () => keptHere() ?? '',
    () => '',
  )
  return nextAddress(useLocation().search, kept)
}

/**
 * Leaves the login right after a sign-in. Replaces the history entry, so that Back doesn't lead here again.
 *
 * @returns never settles: the caller stays busy until the page is left
 */
export function leaveSignedIn(): Promise<never> {
  currentSession().noteIssued()
  return leaveLater()
}

/** The same some time after the sign-in, whose token does not tell the server's time any more. */
export function leaveLater(): Promise<never> {
  forgetTypedEmail()
  location.replace(nextAddress())
  return new Promise(() => {})
}

/** Sites of the publisher that a reader may have come from. */
const ownOrigins = ({ account, central_login, store, publisher, forum, blog }: RuntimeConfig['hosts']) =>
  [account, central_login, store, publisher, forum, blog].map(host => new URL(host).origin)
