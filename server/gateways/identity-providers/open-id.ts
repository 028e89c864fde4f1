import * as oidc from 'openid-client'
import { describeFailure } from './describe-failure.ts'
import { AnswerNotGenuine, type IdentityProvider, type ProviderIdentity } from './port.ts'

const timeoutS = 10
/** Tolerated clock skew. */
const toleranceS = 30

type OpenIdOptions = {
  /** Issuer, exactly as in its tokens; its `/.well-known/openid-configuration` gives the rest. */
  issuer: string
  clientId: string
  /** Client secret, a function since Apple wants a fresh one for every exchange. */
  clientSecret: () => Promise<string>
  scope: string
  /** Extra authorization parameters of this provider, e.g. `response_mode`. */
  parameters?: Record<string, string>
}

/**
 * A provider that speaks OpenID Connect: Google, Apple. The code flow with PKCE, state and nonce; the ID token's
 * signature, issuer, audience and age are checked.
 *
 * An address without TLS is taken on this machine only, where the demo's provider and the tests' are.
 */
export function openIdProvider(options: OpenIdOptions): IdentityProvider {
  const { issuer, clientId, scope, parameters = {} } = options
  let secret = ''
  const proveClient: oidc.ClientAuth = (_server, _client, body) => {
    body.set('client_id', clientId)
    body.set('client_secret', secret)
  }
  let known: Promise<oidc.Configuration> | undefined
  const configuration = (): Promise<oidc.Configuration> => {
    known ??= oidc
      .discovery(new URL(issuer), clientId, { [oidc.clockTolerance]: toleranceS }, proveClient, {
        execute: [oidc.enableNonRepudiationChecks, ...insecureOnLoopback(issuer)],
        timeout: timeoutS,
      })
      .catch((error: unknown) => {
        // Not cached: the next reader retries.
        known = undefined
        throw describeFailure(error)
      })
    return known
  }

  return {
    begin: async ({ state, nonce, codeVerifier, redirectUri }, locale) => {
      const address = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: locale,
        ...parameters,
      })
      return address.href
    },

    finish: async ({ state, nonce, codeVerifier, redirectUri }, answer) => {
      const config = await configuration()
      const address = new URL(redirectUri)
      address.search = new URLSearchParams(answer).toString()
      secret = await options.clientSecret()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new AnswerNotGenuine('There is no ID token')
        return identityOf(claims)
      } catch (error) {
        throw describeFailure(error)
      }
    },
  }
}

/**
 * @param claims of an ID token that was verified
 * @throws AnswerNotGenuine when it names nobody
 */
export function identityOf(claims: { sub: string; [claim: string]: unknown }): ProviderIdentity {
  const { sub, email, email_verified: verified } = claims
  if (sub === '') throw new AnswerNotGenuine('The ID token names nobody')
  return {
    subject: sub,
    email: typeof email === 'string' && email !== '' ? email : null,
    // Apple sends a string instead of a boolean.
    emailVerified: verified === true || verified === 'true',
  }
}

/** Plain HTTP is allowed on loopback only. */
export const insecureOnLoopback = (address: string) =>
  /^http:\/\/(127\.0\.0\.1|localhost)(:|\/|$)/.test(address) ? [oidc.allowInsecureRequests] : []
