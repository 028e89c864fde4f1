import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { GoogleOptions } from '#server/gateways/identity-providers/google.ts'

/** An ID token as it should be, before a test makes it wrong. */
type Token = JWTPayload & { email?: string; email_verified?: unknown }

/** A provider that issues any ID token a test asks for, also invalid ones. */
export async function startTokenServer() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'own', alg: 'RS256' }] })
  let issuer = ''
  let idToken = ''
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.endsWith('/openid-configuration')) {
      response.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
        }),
      )
    } else if (request.url === '/keys') response.end(keys)
    else response.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: idToken }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const client: GoogleOptions = {
    clientId: 'profil-tests',
    clientSecret: 'only-for-tests',
    issuer,
    keys: `${issuer}/keys`,
  }
  const nowS = () => Math.floor(Date.now() / 1000)
  /** Signs a token as Google would, with changed claims. */
  const sign = (claims: Token = {}, by: 'own' | 'stranger' = 'own'): Promise<string> =>
    new SignJWT({
      iss: issuer,
      aud: client.clientId,
      sub: '10769150350006150715113082367',
      email: 'jana@dennik.example',
      email_verified: true,
      iat: nowS(),
      exp: nowS() + 300,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign(by === 'own' ? privateKey : stranger.privateKey)
  return {
    client,
    issuer,
    nowS,
    sign,
    /** Sets the token that every exchange returns from now on. */
    handOut: (token: string) => {
      idToken = token
    },
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A token that names no key and bears no signature. */
export function unsigned(token: string): string {
  const [, payload = ''] = token.split('.')
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
}

/** A token whose payload was changed after it was signed. */
export function tampered(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const text = Buffer.from(payload, 'base64url')
    .toString()
    .replace(/"email":"[^@]*/, '"email":"eva')
  return `${header}.${Buffer.from(text).toString('base64url')}.${signature}`
}
