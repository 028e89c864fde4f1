import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import type { ProviderClients } from '#server/gateways/identity-providers/identity-providers.ts'
import { fieldsOf, type Visitor } from './identity-service.ts'

const clientId = 'profil-tests'
const clientSecret = 'only-for-tests-only-for-tests'
const apple = { teamId: 'TESTTEAM01', keyId: 'TESTKEY001' }

/**
 * A certified third-party OpenID provider on loopback, standing in for Google, Apple and Facebook, with the one
 * call of Facebook's Graph API that is not in the standard.
 *
 * @param loginOrigin where browsers are sent back to
 */
export async function startOpenIdServer(loginOrigin: string) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const appleKeys = await generateKeyPair('ES256', { extractable: true })
  const provider = new Provider(issuer, await configurationOf(loginOrigin))
  provider.Client.prototype.compareClientSecret = async function compare(secret: string) {
    if (this.clientId !== `${clientId}-apple`) return secret === clientSecret
    const expected = { issuer: apple.teamId, subject: this.clientId, audience: issuer }
    return jwtVerify(secret, appleKeys.publicKey, expected).then(
      () => true,
      () => false,
    )
  }
  const answer = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) void decide(provider, request, response)
    else if (request.url?.startsWith('/me?')) void tellProfile(provider, request, response)
    else void answer(request, response)
  })
  const clients: ProviderClients = {
    google: { clientId: `${clientId}-google`, clientSecret, issuer, keys: `${issuer}/jwks` },
    apple: {
      ...apple,
      clientId: `${clientId}-apple`,
      privateKey: await exportPKCS8(appleKeys.privateKey),
      issuer,
    },
    facebook: {
      clientId: `${clientId}-facebook`,
      clientSecret,
      places: { dialog: `${issuer}/auth`, graph: issuer },
    },
  }
  return {
    clients,
    visit: (url: string, who: Visitor) => visit(url, who, loginOrigin),
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function configurationOf(loginOrigin: string): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  return {
    clients: ['google', 'apple', 'facebook'].map(name => ({
      client_id: `${clientId}-${name}`,
      client_secret: clientSecret,
      redirect_uris: [`${loginOrigin}/login/with/${name}/callback`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'tests' }] },
    cookies: { keys: ['only-for-tests'] },
    routes: { token: '/oauth/access_token' },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    // An account's id is all that is known of it.
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...personOf(id) }) }),
    loadExistingGrant: async context => {
      const { client, session, provider } = context.oidc
      const { Grant } = provider
      if (!client || !session?.accountId) return undefined
      const grant = new Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  }
}

const personOf = (id: string): { email: string; email_verified: boolean } =>
  JSON.parse(Buffer.from(id, 'base64url').toString())

/** The visitor's decision on the provider's page, passed in a header. */
async function decide(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const who = String(request.headers['x-visitor'])
  await provider.interactionFinished(
    request,
    response,
    who === 'refuses' ? { error: 'access_denied' } : { login: { accountId: who }, select_account: {} },
    { mergeWithLastSubmission: false },
  )
}

async function tellProfile(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const token = await provider.AccessToken.find(request.headers.authorization?.replace(/^Bearer /i, '') ?? '')
  const id = token?.accountId
  response.writeHead(id === undefined ? 400 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(id === undefined ? { error: {} } : { id, email: personOf(id).email }))
}

/** Follows the provider's redirects as a browser does, until it is sent back. */
async function visit(url: string, who: Visitor, loginOrigin: string): Promise<Record<string, string>> {
  const visitor =
    who === 'refuses'
      ? who
      : Buffer.from(JSON.stringify({ email: who.email, email_verified: who.verified })).toString('base64url')
  const cookies = new Map<string, string>()
  let next = url
  while (!next.startsWith(loginOrigin)) {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const answer = await fetch(next, { headers: { cookie, 'x-visitor': visitor }, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) return formOf(await answer.text())
    next = new URL(location, next).href
  }
  return Object.fromEntries(new URL(next).searchParams)
}

function formOf(html: string): Record<string, string> {
  const fields = fieldsOf(html)
  if (fields['state'] === undefined) throw new Error(`This page sends nobody back: ${html}`)
  return fields
}
