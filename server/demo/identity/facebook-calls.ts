import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { randomToken } from '#server/platform/secrets.ts'
import { TokenRequest } from './open-id-calls.ts'
import type { Person } from './people.ts'
import type { ServiceState } from './service-state.ts'

const mostTokens = 1000

/** Facebook's API for a client's server: the access token, and the identity. */
export function serveFacebook(app: FastifyInstance, state: ServiceState): void {
  const people = new Map<string, { person: Person; proof: string }>()

  app.post('/facebook/graph/oauth/access_token', async (request, reply) => {
    const asked = TokenRequest.safeParse(request.body)
    if (!asked.success) return reply.status(400).send(fault(100))
    const { code, redirect_uri: redirectUri, code_verifier: codeVerifier, ...client } = asked.data
    const isProven = await state.provesClient('facebook', client.client_secret)
    const granted =
      client.client_id === state.clientId && isProven
        ? state.codes.exchange('facebook', { code, redirectUri, codeVerifier })
        : undefined
    if (!granted) return reply.status(400).send(fault(100))
    const token = randomToken(256)
    const [oldest] = people.size >= mostTokens ? people.keys() : []
    if (oldest !== undefined) people.delete(oldest)
    const proof = createHmac('sha256', client.client_secret).update(token).digest('hex')
    people.set(token, { person: granted.person, proof })
    return { access_token: token, token_type: 'bearer', expires_in: 5_183_944 }
  })

  app.get('/facebook/graph/me', async (request, reply) => {
    const { appsecret_proof: proof } = z
      .object({ appsecret_proof: z.string().optional() })
      .parse(request.query)
    const known = people.get(request.headers.authorization?.replace(/^Bearer /i, '') ?? '')
    if (!known || proof !== known.proof) return reply.status(400).send(fault(190))
    const { subject, email } = known.person
    return { id: subject, ...(email === null ? {} : { email }) }
  })
}

const fault = (code: number) => ({ error: { message: 'Invalid request', type: 'OAuthException', code } })
