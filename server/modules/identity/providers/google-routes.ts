import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/identity/google.ts'
import { AnswerNotGenuine, ProviderUnavailable } from '#server/gateways/identity-providers/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { configOf, route } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { isSameSecret } from '#server/platform/secrets.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { userAgentOf } from '../sessions/describe-browser.ts'
import { giveSession } from '../sessions/give-session.ts'
import { signedPartOf, signInByEntitlements } from './sign-in-by-entitlements.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'
import { exchangeSwgCode, makeSwgAuthCode } from './swg-tokens.ts'

/** Routes for Google's own scripts and for Subscribe with Google; each exists only where it is configured. */
export function registerGoogle(app: FastifyInstance, deps: IdentityDeps): void {
  const { providers, swg } = deps

  route(app, endpoints.checkGoogleIdToken, async ({ body, http, reply }) => {
    const readCredential = providers.google?.readCredential
    if (!readCredential) throw new AppError('not_found')
    const caller = { ip: http.ip, userAgent: userAgentOf(http), locale: localeOf(http) }
    const session = await deps.limiter.attempt([[limits.providerJourneys, http.ip]], async () => {
      const identity = await orRefusal(readCredential(body.credential))
      await deps.limiter.take(limits.handedTokens, signedPartOf(body.credential))
      return signInWithProvider(deps, { provider: 'google', identity, ...caller })
    })
    await giveSession(deps, reply, session)
  })

  route(app, endpoints.signInByEntitlements, async ({ body, http, reply }) => {
    if (!swg) throw new AppError('not_found')
    const input = { raw: body.raw_entitlements, userAgent: userAgentOf(http) }
    const session = await deps.limiter.attempt([[limits.providerJourneys, http.ip]], () =>
      orRefusal(signInByEntitlements(deps, swg, input)),
    )
    await giveSession(deps, reply, session)
  })

  route(app, endpoints.makeSwgAuthCode, async ({ actor }) => {
    if (!swg) throw new AppError('not_found')
    return makeSwgAuthCode(deps, actor)
  })

  const exchange = endpoints.exchangeSwgAuthCode
  app.post(exchange.path, { config: configOf(exchange) }, async (request, reply) => {
    if (!swg) throw new AppError('not_found')
    const asked = exchange.body.safeParse(request.body)
    if (!asked.success) return reply.status(400).send({ error: 'invalid_request' })
    const { id, secret } = clientOf(request.headers.authorization) ?? {
      id: asked.data.client_id,
      secret: asked.data.client_secret,
    }
    if (!isSameSecret(id, swg.client.id) || !isSameSecret(secret, swg.client.secret)) {
      return reply.status(401).send({ error: 'invalid_client' })
    }
    if (asked.data.grant_type !== 'authorization_code') {
      return reply.status(400).send({ error: 'unsupported_grant_type' })
    }
    const token = await exchangeSwgCode(deps, asked.data.code)
    if (token === undefined) return reply.status(400).send({ error: 'invalid_grant' })
    return { access_token: token, token_type: 'Bearer' }
  })
}

/** Maps an error of Google's answer to a refusal of ours. */
async function orRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new AppError('link_provider_error')
    if (error instanceof AnswerNotGenuine) throw new AppError('sign_in_failed')
    throw error
  }
}

/** Client id and secret from an HTTP Basic header. */
function clientOf(header: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic ([\w+/=]+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  // The secret may hold colons (RFC 7617).
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return { id, secret: secret.join(':') }
}
