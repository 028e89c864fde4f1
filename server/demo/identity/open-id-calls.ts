import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { randomToken } from '#server/platform/secrets.ts'
import type { Person } from './people.ts'
import type { ServiceState } from './service-state.ts'

/** A token request as clients of all three send it; the secret is in the body. */
export const TokenRequest = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
})

/** Google's and Apple's API for a client's server: discovery document, keys, tokens. */
export function serveOpenId(app: FastifyInstance, provider: 'google' | 'apple', state: ServiceState): void {
  const { clientId, codes, key, provesClient, url } = state
  const issuer = `${url}/${provider}`

  app.get(`/${provider}/.well-known/openid-configuration`, async () => ({
    issuer: issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }))

  app.get(`/${provider}/keys`, async () => key.published())

  app.post(`/${provider}/token`, async (request, reply) => {
    const asked = TokenRequest.safeParse(request.body)
    if (!asked.success) return reply.status(400).send({ error: 'invalid_request' })
    const { code, redirect_uri: redirectUri, code_verifier: codeVerifier, ...client } = asked.data
    if (client.client_id !== clientId || !(await provesClient(provider, client.client_secret))) {
      return reply.status(401).send({ error: 'invalid_client' })
    }
    const granted = codes.exchange(provider, { code, redirectUri, codeVerifier })
    if (!granted) return reply.status(400).send({ error: 'invalid_grant' })
    const { nonce } = granted.request
    return {
      access_token: randomToken(256),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await key.sign({
        iss: issuer,
        aud: clientId,
        ...claimsOf(provider, granted.person),
        ...(nonce === '' ? {} : { nonce }),
      }),
    }
  })
}

/** Apple sends booleans as strings. */
const claimsOf = (provider: 'google' | 'apple', { subject, email, emailVerified }: Person) => ({
  sub: subject,
  ...(email === null
    ? {}
    : { email, email_verified: provider === 'apple' ? String(emailVerified) : emailVerified }),
})
