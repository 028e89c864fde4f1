import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as endpoints from '#contract/identity/central-login.ts'
import { refreshToken, signOut } from '#contract/identity/identity.ts'
import { sessionCookies } from '#contract/identity/session-token.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { route } from '#server/platform/http/route.ts'
import { activateAccount } from './activate-account.ts'
import { closeSession } from './close-session.ts'
import { userAgentOf } from './describe-browser.ts'
import { giveSession } from './give-session.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { knownBrowserCookie } from './known-browser.ts'
import { findLinkOwner } from './mailed-link.ts'
import { refreshSession } from './refresh-session.ts'
import { clearSessionCookies } from './session-cookies.ts'
import { setNewPassword } from './set-new-password.ts'
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

  route(app, refreshToken, async ({ http, reply }) => {
    // A refusal signs the browser out; a success overwrites these.
    clearSessionCookies(reply, deps.settings)
    await giveSession(deps, reply, await refreshSession(deps, http.cookies[sessionCookies.refresh]))
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
