import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { linkExternAuthService } from '#contract/identity/extern-auth-services.ts'
import {
  providerTitles,
  returnFromProvider,
  returnFromProviderByForm,
  signInWithProvider,
} from '#contract/identity/providers.ts'
import { returnAddress } from '#contract/identity/return-address.ts'
import { locales } from '#contract/wire.ts'
import {
  type ProviderName,
  ProviderUnavailable,
  providerNames,
} from '#server/gateways/identity-providers/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import { addressAt } from '#server/platform/http/address-at.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { returnOrigins } from '#server/platform/http/return-origins.ts'
import { type Actor, configOf, route } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { users } from '../tables.ts'
import { finishWithProvider } from './finish-with-provider.ts'
import {
  type BegunHandshake,
  beginHandshake,
  handshakeCookie,
  handshakeLifeS,
  secretsOf,
} from './handshake.ts'
import { requireLinkable } from './link-extern-auth-service.ts'
import { outcomeAddress, outcomeOf } from './provider-outcome.ts'

type Session = (request: FastifyRequest) => Promise<string | undefined>

/**
 * Handshakes with providers and their callbacks (R1.10): sign-in by a plain link, linking by a call that only our own
 * pages can make.
 *
 * @param sessionOf names the session of a request's cookies, also when its token has expired
 */
export function registerProviders(app: FastifyInstance, deps: IdentityDeps, sessionOf: Session): void {
  const { settings } = deps
  const options = (endpoint: Endpoint) => ({ config: configOf(endpoint) })

  app.get(signInWithProvider.path, options(signInWithProvider), async (request, reply) => {
    const provider = providerOf(deps, request)
    if (!provider) return reply.callNotFound()
    if (request.host !== new URL(settings.origins.login).host) {
      // Otherwise its cookie would be set on another host name than that of the callback.
      return reply.redirect(addressAt(settings.origins.login, request.url), 302)
    }
    const { url, lang } = StartQuery.parse(request.query)
    const locale = lang ?? localeOf(request)
    const purpose = { kind: 'sign_in' as const, url: returnAddressOf(deps, url) }
    try {
      return reply.redirect(await begin(deps, reply, request.ip, { provider, locale, purpose }), 302)
    } catch (error) {
      const outcome = outcomeOf(error, request)
      return reply.redirect(outcomeAddress(settings, { provider, purpose }, outcome), 302)
    }
  })

  route(app, linkExternAuthService, async ({ actor, params, body, http, reply }) => {
    const provider = providerNames.find(each => each === params.provider)
    if (!provider || !deps.providers[provider]) throw new AppError('link_not_connected')
    await requireLinkableReader(deps, actor, provider)
    const purpose = { kind: 'link' as const, ...actor }
    try {
      const address = await begin(deps, reply, http.ip, { provider, locale: body.locale, purpose })
      return { redirect_url: address }
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw new AppError('link_provider_error')
      throw error
    }
  })

  app.get(returnFromProvider.path, options(returnFromProvider), async (request, reply) => {
    const provider = providerOf(deps, request)
    if (!provider) return reply.callNotFound()
    // The URL holds an authorization code.
    reply.header('referrer-policy', 'no-referrer')
    const answer = pickAnswer(request.query)
    const sessionId = await sessionOf(request)
    return reply.redirect(
      await finishWithProvider(deps, request, reply, { provider, answer, sessionId }),
      302,
    )
  })

  app.post(returnFromProviderByForm.path, options(returnFromProviderByForm), async (request, reply) => {
    const provider = providerOf(deps, request)
    if (!provider) return reply.callNotFound()
    const target = new URL(`/login/with/${provider}/callback`, settings.origins.login)
    target.search = new URLSearchParams(pickAnswer(request.body)).toString()
    reply.header('referrer-policy', 'no-referrer')
    return reply.redirect(target.href, 303)
  })
}

const StartQuery = z.object({
  url: z.string().max(2000).optional().catch(undefined),
  lang: z.enum(locales).optional().catch(undefined),
})

/** @throws ProviderUnavailable, AppError `too_many_requests` */
async function begin(
  deps: IdentityDeps,
  reply: FastifyReply,
  ip: string,
  given: Pick<BegunHandshake, 'provider' | 'locale' | 'purpose'>,
): Promise<string> {
  const { begun, cookie } = beginHandshake(deps, given)
  const address = await deps.limiter.attempt([[limits.providerJourneys, ip]], async () =>
    deps.providers[given.provider]?.begin(secretsOf(deps, begun), given.locale),
  )
  if (address === undefined) throw new ProviderUnavailable(`${providerTitles[given.provider]} is off`)
  reply.setCookie(handshakeCookie(deps.settings), cookie, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.settings.secureCookies,
    maxAge: handshakeLifeS,
  })
  return address
}

async function requireLinkableReader({ db }: IdentityDeps, actor: Actor, provider: ProviderName) {
  const [user] = await db.select().from(users).where(eq(users.id, actor.userId))
  if (!user) throw new AppError('user_not_found')
  await requireLinkable(db, user, provider)
}

/** The configured provider that the path names. */
function providerOf({ providers }: IdentityDeps, request: FastifyRequest): ProviderName | undefined {
  const { provider } = z.object({ provider: z.string() }).parse(request.params)
  return providerNames.find(each => each === provider && providers[each])
}

const returnAddressOf = ({ settings }: IdentityDeps, url: string | undefined): string =>
  returnAddress(url ?? null, returnOrigins(settings), `${settings.origins.account}/predplatne`)

function pickAnswer(sent: unknown): Record<string, string> {
  const given = z.record(z.string(), z.unknown()).catch({}).parse(sent)
  return Object.fromEntries(
    Object.keys(returnFromProvider.query.shape).flatMap(name => {
      const value = given[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
