import { StartupError } from '../platform/process/startup-error.ts'

type Hosts = { account: string; login: string; content: string; features: string; cookieDomain: string }

/**
 * Whether readers can stay signed in on the configured hosts. Cookies reach two hosts only through a domain that both
 * are under, and browsers count http and https as different sites.
 *
 * @param hosts origins, and the domain of the cookies without a dot in front; empty for one host
 * @throws StartupError with the variable at fault and the cure
 */
export function checkHosts(hosts: Hosts): void {
  const { cookieDomain } = hosts
  const account = new URL(hosts.account)
  const login = new URL(hosts.login)
  if (account.protocol !== login.protocol) {
    throw new StartupError('PUBLIC_URL and LOGIN_URL cannot be used: set both to https, or both to http.')
  }
  if (account.protocol === 'https:') {
    for (const [name, origin] of [
      ['CONTENT_URL', hosts.content],
      ['FEATURES_URL', hosts.features],
    ] as const) {
      if (!origin.startsWith('https:')) {
        throw new StartupError(
          `${name} cannot be used: set it to an https address, browsers load nothing else into an https page.`,
        )
      }
    }
  }
  if (cookieDomain === '') {
    if (account.hostname === login.hostname) return
    throw new StartupError(
      'COOKIE_DOMAIN is needed where PUBLIC_URL and LOGIN_URL are on different hosts: set it to the domain that both are under, e.g. COOKIE_DOMAIN=dennik.example.',
    )
  }
  if (!cookieDomain.includes('.') || /^[\d.]+$/.test(cookieDomain)) {
    throw new StartupError(
      `COOKIE_DOMAIN cannot be used: browsers keep no cookies for a domain of one word or an IP address, set it to one such as dennik.example.`,
    )
  }
  const isUnder = ({ hostname }: URL) => hostname === cookieDomain || hostname.endsWith(`.${cookieDomain}`)
  if (isUnder(account) && isUnder(login)) return
  throw new StartupError(
    `COOKIE_DOMAIN cannot be used: set it to the domain that the hosts of PUBLIC_URL and LOGIN_URL are both under.`,
  )
}

/**
 * The domain that passkeys belong to (RP ID, WebAuthn § 5.4.2): that of the cookies, which `checkHosts` has found to hold for
 * the account area and the login, else the login's host.
 *
 * @param cookieDomain empty for one host
 * @param login origin
 * @returns null where the host is an IP address, which can have no passkey
 */
export function passkeyDomainOf(cookieDomain: string, login: string): string | null {
  const { hostname } = new URL(login)
  if (cookieDomain !== '') return cookieDomain
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname) ? null : hostname
}
