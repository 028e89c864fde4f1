import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/identity/central-login.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { randomToken } from '#server/platform/secrets.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { requestNewPassword } from '../passwords/request-new-password.ts'
import { knownBrowserCookie } from '../sessions/known-browser.ts'
import { checkUsername } from './check-username.ts'
import { csrfCookie, makeCsrfToken } from './csrf-token.ts'
import { register } from './register.ts'

/** Routes before sign-in: they answer alike for known and unknown addresses (account enumeration). */
export function registerRegistration(app: FastifyInstance, deps: IdentityDeps): void {
  const { settings } = deps

  route(app, endpoints.checkUsername, ({ body, http }) => {
    const browser = http.cookies[knownBrowserCookie(settings)]
    return checkUsername(deps, { username: body.username, browser, ...callerOf(http) })
  })

  route(app, endpoints.readCsrfToken, async ({ params, http, reply }) => {
    // One key for each browser, so that forms open side by side stay valid.
    const browserKey = http.cookies[csrfCookie] ?? randomToken(128)
    reply.setCookie(csrfCookie, browserKey, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: settings.secureCookies,
    })
    return { token: makeCsrfToken(deps, params.tokenId, browserKey) }
  })

  route(app, endpoints.register, async ({ body, http }) => {
    const { _token: csrfToken, ...wishes } = body
    const browserKey = http.cookies[csrfCookie]
    const caller = { ...callerOf(http), browserKey, locale: localeOf(http) }
    await register(deps, { ...wishes, ...caller, csrfToken })
    return { content: { email_sent: true as const } }
  })

  route(app, endpoints.requestNewPassword, async ({ body, http }) => {
    await requestNewPassword(deps, { email: body.email, ...callerOf(http) })
  })
}
