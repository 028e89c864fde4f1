import { createHmac } from 'node:crypto'
import * as oidc from 'openid-client'
import * as z from 'zod'
import { describeFailure } from './describe-failure.ts'
import { insecureOnLoopback } from './open-id.ts'
import { AnswerNotGenuine, type IdentityProvider, ProviderUnavailable } from './port.ts'

const timeoutS = 10
const version = 'v25.0'
const ownPlaces = {
  dialog: `https://www.facebook.com/${version}/dialog/oauth`,
  graph: `https://graph.facebook.com/${version}`,
}

const Profile = z.object({ id: z.string().min(1), email: z.string().min(1).optional() })

export type FacebookOptions = {
  clientId: string
  clientSecret: string
  /** Endpoints instead of Facebook's, for the demo and tests. */
  places?: { dialog: string; graph: string } | undefined
}

/**
 * Facebook: OAuth 2 without an ID token; the identity is read from its graph with the access token, which is then
 * discarded. It does not tell whether an e-mail is verified, so none counts as such.
 */
export function facebookProvider(options: FacebookOptions): IdentityProvider {
  const { clientId, clientSecret, places = ownPlaces } = options
  const config = new oidc.Configuration(
    {
      issuer: new URL(places.dialog).origin,
      authorization_endpoint: places.dialog,
      token_endpoint: `${places.graph}/oauth/access_token`,
    },
    clientId,
    {},
    oidc.ClientSecretPost(clientSecret),
  )
  config.timeout = timeoutS
  for (const allow of insecureOnLoopback(places.graph)) allow(config)

  return {
    begin: async ({ state, codeVerifier, redirectUri }, locale) =>
      oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'email',
        state,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        locale: locale === 'sk' ? 'sk_SK' : 'en_GB',
      }).href,

    finish: async ({ state, codeVerifier, redirectUri }, answer) => {
      const address = new URL(redirectUri)
      address.search = new URLSearchParams(answer).toString()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, address, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
        })
        return await readProfile(tokens.access_token)
      } catch (error) {
        throw describeFailure(error)
      }
    },
  }

  async function readProfile(accessToken: string) {
    const address = new URL(`${places.graph}/me`)
    address.searchParams.set('fields', 'id,email')
    // `appsecret_proof`: proves that the token is used by the client that it was issued to.
    const proof = createHmac('sha256', clientSecret).update(accessToken).digest('hex')
    address.searchParams.set('appsecret_proof', proof)
    const answer = await oidc.fetchProtectedResource(config, accessToken, address, 'GET')
    if (answer.status >= 500) throw new ProviderUnavailable(`The graph answered ${answer.status}`)
    const profile = Profile.safeParse(await answer.json().catch(() => undefined))
    if (!answer.ok || !profile.success) throw new AnswerNotGenuine(`The graph answered ${answer.status}`)
    return { subject: profile.data.id, email: profile.data.email ?? null, emailVerified: false }
  }
}
