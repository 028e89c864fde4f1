/**
 * The identity providers of the demo: a service on a port of its own that replaces Google, Apple
 * and Facebook, with a page on which one chooses who to be. Google and Apple speak OpenID Connect there, Apple by a form
 * and with a client secret that is signed, Facebook OAuth 2 with its graph. It knows nothing of the publisher but a
 * client's name, its secrets and where it may be sent back to, and keeps nothing but codes in memory.
 */
import type { KeyObject } from 'node:crypto'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { jwtVerify } from 'jose'
import { providerNames } from '#server/gateways/identity-providers/port.ts'
import { isSameSecret } from '#server/platform/secrets.ts'
import { createCodes } from './authorization.ts'
import { serveChoicePage } from './choice-page.ts'
import { serveFacebook } from './facebook-calls.ts'
import { serveOpenId } from './open-id-calls.ts'
import type { ServiceState } from './service-state.ts'
import { createSigningKey } from './signing-key.ts'

type IdentityServiceOptions = {
  clientId: string
  clientSecret: string
  /** Key by which Apple's client signs its secret. */
  apple: { teamId: string; publicKey: KeyObject }
  /** Redirect URIs. */
  loginOrigin: string
  /** Its own URL. */
  url: string
}

export async function createIdentityService(options: IdentityServiceOptions): Promise<FastifyInstance> {
  const { clientId, loginOrigin, url } = options
  const app = Fastify({ bodyLimit: 20_000, forceCloseConnections: true })
  const state: ServiceState = {
    clientId,
    url,
    redirectUris: providerNames.map(name => `${loginOrigin}/login/with/${name}/callback`),
    provesClient: (provider, secret) => provesClient(options, provider, secret),
    codes: createCodes(),
    key: createSigningKey(),
  }
  app.setErrorHandler(async (error, _request, reply) => {
    const isFaulty = error instanceof Error && 'statusCode' in error
    return reply.status(isFaulty ? 400 : 500).send({ error: isFaulty ? 'invalid_request' : 'server_error' })
  })
  await app.register(formbody)
  serveChoicePage(app, 'google', '/google/authorize', state)
  serveChoicePage(app, 'apple', '/apple/authorize', state)
  serveChoicePage(app, 'facebook', '/facebook/dialog/oauth', state)
  serveOpenId(app, 'google', state)
  serveOpenId(app, 'apple', state)
  serveFacebook(app, state)
  return app
}

async function provesClient(
  { apple, clientId, clientSecret, url }: IdentityServiceOptions,
  provider: string,
  secret: string,
): Promise<boolean> {
  if (provider !== 'apple') return isSameSecret(secret, clientSecret)
  const expected = { issuer: apple.teamId, subject: clientId, audience: `${url}/apple` }
  return jwtVerify(secret, apple.publicKey, { ...expected, algorithms: ['ES256'] }).then(
    () => true,
    () => false,
  )
}
