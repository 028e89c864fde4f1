import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { returnAddress } from '#contract/identity/return-address.ts'
import * as endpoints from '#contract/identity/sign-in-link.ts'
import { signInLinkRefusals, signInLinkRules } from '#contract/identity/sign-in-link.ts'
import { routes } from '#contract/routes.ts'
import { AppError } from '#server/platform/app-error.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { returnOrigins } from '#server/platform/http/return-origins.ts'
import { route } from '#server/platform/http/route.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { ownAddress } from '../registration/register.ts'
import { userAgentOf } from '../sessions/describe-browser.ts'
import { giveSession } from '../sessions/give-session.ts'
import { knownBrowserCookie } from '../sessions/known-browser.ts'
import { requestSignInLink } from './request-sign-in-link.ts'
import { signInByCode } from './sign-in-by-code.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { signInLinkCookie } from './sign-in-link.ts'

/** Routes of the mailed sign-in link and its code (R13.02). */
export function registerSignInLinks(app: FastifyInstance, deps: IdentityDeps): void {
  const { settings } = deps
  const name = signInLinkCookie(settings)
  const ofHost = { path: '/', httpOnly: true, sameSite: 'lax', secure: settings.secureCookies } as const
  const next = (url: string | undefined) =>
    returnAddress(url ?? null, returnOrigins(settings), settings.origins.account + routes.subscription.path)
  const browserOf = ({ cookies }: FastifyRequest) => ({
    secret: cookies[name],
    browser: cookies[knownBrowserCookie(settings)],
  })

  route(app, endpoints.requestSignInLink, async ({ body, http, reply }) => {
    const { email, remember = false } = body
    const { secret: former, browser } = browserOf(http)
    const returnTo = ownAddress(deps, body.url)
    const input = { email, remember, returnTo, former, browser, ...callerOf(http) }
    const secret = await requestSignInLink(deps, input)
    reply.setCookie(name, secret, { ...ofHost, maxAge: signInLinkRules.lifeMinutes * 60 })
  })

  route(app, endpoints.signInByLink, async ({ params, query, http, reply }) => {
    const { secret } = browserOf(http)
    const input = { ...params, secret, userAgent: userAgentOf(http), ip: http.ip }
    // Without scripts the page's form comes here, and its browser is led on.
    const isForm = http.headers.accept?.includes('text/html') ?? false
    try {
      await giveSession(deps, reply, await signInByLink(deps, input))
      reply.clearCookie(name, ofHost)
      if (isForm) lead(reply, next(query.url))
    } catch (error) {
      const refused = error instanceof AppError ? error.faults[0]?.key : undefined
      if (!isForm || !signInLinkRefusals.some(key => key === refused)) throw error
      const told = new URLSearchParams(http.url.split('?', 2)[1])
      told.set('refused', String(refused))
      lead(reply, `/login/sign-in/${encodeURIComponent(params.token)}?${told.toString()}`)
    }
  })

  route(app, endpoints.signInByCode, async ({ body, http, reply }) => {
    const input = { ...body, ...browserOf(http), userAgent: userAgentOf(http) }
    await giveSession(deps, reply, await signInByCode(deps, input))
    reply.clearCookie(name, ofHost)
  })
}

const lead = (reply: FastifyReply, address: string) => reply.status(303).header('location', address)
