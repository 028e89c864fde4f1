import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as endpoints from '#contract/identity/central-login.ts'
import { confirmEmailChange as confirmEndpoint, takeBackEmail } from '#contract/identity/change-email.ts'
import { refreshToken, signOut } from '#contract/identity/identity.ts'
import { sessionCookies } from '#contract/identity/session-token.ts'
import { AppError } from '#server/platform/app-error.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { route } from '#server/platform/http/route.ts'
import { confirmEmailChange } from '../account/confirm-email-change.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { findLinkOwner } from '../mailed-link.ts'
import { setNewPassword } from '../passwords/set-new-password.ts'
import { setPasswordByLink } from '../passwords/set-password-by-link.ts'
import { activateAccount } from '../registration/activate-account.ts'
import { closeSession } from './close-session.ts'
import { userAgentOf } from './describe-browser.ts'
import { giveSession, giveToken } from './give-session.ts'
import { isAlive } from './is-alive.ts'
import { knownBrowserCookie } from './known-browser.ts'
import { refreshSession } from './refresh-session.ts'
import { clearSessionCookies } from './session-cookies.ts'
import { signIn } from './sign-in.ts'

/**
 * Routes that begin, renew and end sessions, and the JWKS by which others verify their tokens.
 *
 * @param sessionOf names the session of a request's cookies
 */
export function registerSessions(
  app: FastifyInstance,
  deps: IdentityDeps,
  sessionOf: (request: FastifyRequest) => Promise<string | undefined>,
): void {
  route(app, endpoints.signIn, async ({ body, http, reply }) => {
    const { email, password, remember = false } = body
    const browser = http.cookies[knownBrowserCookie(deps.settings)]
    const caller = { ...callerOf(http), userAgent: userAgentOf(http), browser }
    await giveSession(deps, reply, await signIn(deps, { email, password, remember, ...caller }))
  })

  route(app, endpoints.readMailedLink, async ({ params, http }) => {
    await findLinkOwner(deps, { ...params, ip: http.ip })
  })

  route(app, endpoints.activateAccount, async ({ params: { token }, body, http, reply }) => {
    const input = { token, password: body.plain_password, userAgent: userAgentOf(http), ip: http.ip }
    await giveSession(deps, reply, await activateAccount(deps, input))
  })

  route(app, endpoints.setNewPassword, async ({ params: { token }, body, http, reply }) => {
    const input = { token, password: body.plain_password, userAgent: userAgentOf(http), ip: http.ip }
    await giveSession(deps, reply, await setNewPassword(deps, input))
  })

  route(app, confirmEndpoint, async ({ params: { token }, http, reply }) => {
    const userId = await confirmEmailChange(deps, { token, ip: http.ip })
    // The e-mail is a claim of the token too, where it is this browser's.
    const actor = await app.authenticate(http).catch(() => undefined)
    if (actor?.userId === userId) await giveToken(deps, reply, actor)
  })

  route(app, takeBackEmail, async ({ params: { token }, body, http, reply }) => {
    const kind = 'email_take_back'
    const input = {
      kind,
      token,
      password: body.plain_password,
      userAgent: userAgentOf(http),
      ip: http.ip,
    } as const
    await giveSession(deps, reply, await setPasswordByLink(deps, input))
  })

  route(app, refreshToken, async ({ http, reply }) => {
    try {
      const session = await refreshSession(deps, http.cookies[sessionCookies.refresh])
      await giveSession(deps, reply, session)
      // Race: who signed out meanwhile would have the cookies again, and be told of as signed in.
      if (!(await isAlive(deps.db, session))) throw new AppError('not_logged_in')
    } catch (error) {
      // A refusal signs the browser out; after a fault of the server it tries again with the same cookies.
      if (error instanceof AppError && error.status === 401) clearSessionCookies(reply, deps.settings)
      throw error
    }
  })

  route(app, signOut, async ({ http, reply }) => {
    const sessionId = await sessionOf(http)
    if (sessionId !== undefined) await closeSession(deps.db, deps, sessionId, 'signed_out')
    clearSessionCookies(reply, deps.settings)
  })

  route(app, endpoints.readSigningKeys, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=3600')
    return { keys: [deps.keys, ...deps.keys.former].map(key => key.published) }
  })
}
