import type { FastifyRequest } from 'fastify'
import { askedLanguage } from '#contract/identity/asked-language.ts'
import { parseSessionToken, sessionCookies } from '#contract/identity/session-token.ts'
import { signInByLink, signInLinkRefusals } from '#contract/identity/sign-in-link.ts'
import { languageCookie } from '#contract/languages.ts'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { Locale } from '#contract/wire.ts'
import { loginTokenPaths } from './hosts.ts'

/** All of a request that a page of the login or the shop is rendered by. */
export type FirstView = {
  locale: Locale
  pathname: string
  /** Of the query what decides what is shown first; undefined where only the browser can tell. */
  search: string | undefined
  /** Whether somebody seems to be signed in. Who it is, the server does not ask. */
  hasReader: boolean
}

/** @param origin of the login */
export function firstView(request: FastifyRequest, origin: string): FirstView {
  const { pathname, search } = new URL(request.url, origin)
  const { cookies } = request
  const route = request.routeOptions.url ?? ''
  return {
    locale: localeOf(request, origin),
    // Its page is the same for every token, and its form is sent to where it is read.
    pathname: isOneAddress(route) ? route : pathname.replace(/\/$/, ''),
    search: shownFirst(route, new URLSearchParams(search)),
    hasReader: /^[1-9]\d{0,9}$/.test(cookies[sessionCookies.userId] ?? ''),
  }
}

/** Such a route is kept once, however the letters of its address are escaped. */
const isOneAddress = (route: string): boolean =>
  route === signInByLink.path || (route !== '' && !/[:*]/.test(route))

/**
 * The language of a document: the address's, else that of this browser, else the reader's.
 *
 * @param origin of the login
 */
export function localeOf({ url, cookies }: FastifyRequest, origin: string): Locale {
  const told = [
    cookies[languageCookie],
    parseSessionToken(cookies[sessionCookies.payload] ?? '')?.loc,
    'sk',
  ].find(each => Locale.safeParse(each).success)
  return askedLanguage(new URL(url, origin).search, origin) ?? Locale.parse(told)
}

function shownFirst(route: string, query: URLSearchParams): string | undefined {
  if (route === signInByLink.path) {
    const refused = signInLinkRefusals.find(key => key === query.get('refused'))
    return refused === undefined ? '' : `?refused=${refused}`
  }
  if (loginTokenPaths.includes(route)) return undefined
  // The browser has the e-mail of the step before; how a sign-in elsewhere ended is told once.
  if (query.has('step') || query.has('outcome')) return undefined
  if (route === shopPaths.withdrawal && query.has('order')) return undefined
  if (route !== '/login') return ''
  if (query.get('auth') === 'access_denied') return '?auth=access_denied'
  return query.has('signed_out') ? '?signed_out=' : ''
}
