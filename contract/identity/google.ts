import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant, requiredText, UserParams, usersPath } from '../wire.ts'

const login = { tag: 'Central login', access: 'public' } as const

export const checkGoogleIdToken = endpoint({
  ...login,
  method: 'POST',
  path: '/google/check-id-token',
  summary: 'Sign in by the credential that Google’s own script hands to a page; each serves once',
  staysIn: 'maintenance',
  bodyType: 'form',
  body: z.object({ credential: requiredText(5000) }),
  success: { status: 204 },
  refusals: [
    'link_email_exists',
    'link_account_not_confirmed',
    'link_provider_email_invalid',
    'link_blocked',
    'sign_in_failed',
    'link_provider_error',
    'not_found',
    'too_many_requests',
  ],
})

export const signInByEntitlements = endpoint({
  ...login,
  method: 'POST',
  path: '/google/entitlements-login',
  summary: 'Sign in by what Subscribe with Google vouches for, once the account is linked there',
  staysIn: 'maintenance',
  body: z.strictObject({ raw_entitlements: requiredText(50_000) }),
  success: { status: 204 },
  refusals: [
    'link_not_connected',
    'link_blocked',
    'sign_in_failed',
    'link_provider_error',
    'not_found',
    'too_many_requests',
  ],
})

export const makeSwgAuthCode = endpoint({
  method: 'GET',
  path: `${usersPath}/swg-auth-code`,
  confirmedOnly: 'link_account_not_confirmed',
  summary:
    'A code by which Google links this account for Subscribe with Google; it serves once, soon, while the session lives and until it is unlinked',
  tag: 'Reader',
  access: 'reader',
  params: UserParams,
  success: { status: 200, body: z.object({ auth_code: z.string(), expires_at: Instant }) },
  refusals: ['not_found'],
})

const OAuthError = z.object({
  error: z.enum(['invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type']),
})

/** Where Google’s server exchanges that code, as OAuth 2 has it (RFC 6749, 4.1.3). */
export const exchangeSwgAuthCode = endpoint({
  ...login,
  method: 'POST',
  path: '/google/token',
  summary: 'Google’s server exchanges the code of an account; answers and errors as OAuth 2 has them',
  // Client authentication by a secret, in the body or by the header.
  proof: 'oauthClient',
  anyOrigin: true,
  staysIn: 'maintenance',
  bodyType: 'form',
  body: z.object({
    grant_type: z.string().check(z.maxLength(300)),
    code: z._default(z.string().check(z.maxLength(300)), ''),
    client_id: z._default(z.string().check(z.maxLength(300)), ''),
    client_secret: z._default(z.string().check(z.maxLength(300)), ''),
  }),
  success: { status: 200, body: z.object({ access_token: z.string(), token_type: z.literal('Bearer') }) },
  otherAnswers: [
    { status: 400, body: OAuthError },
    { status: 401, body: OAuthError },
  ],
  refusals: ['not_found'],
})
