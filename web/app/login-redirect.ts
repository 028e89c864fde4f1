import { routes } from '#contract/routes.ts'
import type { Address } from '#web/lib/navigation/navigation.ts'
import { loginAddress } from '#web/lib/reader/login-address.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { legacyTarget, routeNameOf } from './addresses.ts'
import { closingMode } from './closing-mode.ts'

/** Whether an address is for signed-in readers only; all legacy addresses are (R2.24). */
export function needsLogin(address: Address): boolean {
  const name = routeNameOf(address.pathname)
  if (name) return routes[name].loginRequired && !closingMode(name)
  return legacyTarget(address) !== undefined
}

/** The central login's address, with the current one to return to (R2.26, R2.27). */
export function loginAddressFor(address: URL | Location): string {
  const { pathname, search } = legacyTarget(address) ?? address
  const codeGiven =
    routeNameOf(pathname) === 'subscription_code' && new URLSearchParams(search).has('activation_code')
  return loginAddress(runtimeConfig().login_url, address.href, { codeGiven })
}
