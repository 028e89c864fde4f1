import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { captchaField } from '../storm-shield/storm-shield.ts'
import { Email, freeText, requiredText } from '../wire.ts'
import { NewPassword } from './password.ts'

// Apart from the calls of the account area, whose first load needs nothing of these.
const login = { tag: 'Central login', access: 'public' } as const
const content = z.object({ content: z.object({ next: z.enum(['password', 'registration']) }) })

export const checkUsername = endpoint({
  ...login,
  method: 'POST',
  path: '/username_check',
  summary: 'Whether an address goes on with a password or with a registration',
  staysIn: 'maintenance',
  bodyType: 'form',
  takesCaptcha: true,
  body: z.strictObject({
    username: Email,
    [captchaField]: z.optional(z.string().check(z.maxLength(4000, 'max_length'))),
  }),
  success: { status: 200, body: content },
  refusals: ['too_many_requests'],
})

export const readCsrfToken = endpoint({
  ...login,
  method: 'GET',
  path: '/get-csrf-token/:tokenId',
  summary: 'A token for one form, good for an hour in this browser',
  params: z.object({ tokenId: z.string().check(z.regex(/^[\w-]{1,64}$/, 'invalid_input')) }),
  success: { status: 200, body: z.object({ token: z.string() }) },
})

export const register = endpoint({
  ...login,
  method: 'POST',
  path: '/registration',
  summary: 'Ask for an account; the answer is the same whether the address is known or not',
  bodyType: 'form',
  body: z.strictObject({
    email: Email,
    _token: requiredText(400),
    source: z.optional(freeText(200)),
    referer: z.optional(freeText(2000)),
  }),
  success: { status: 201, body: z.object({ content: z.object({ email_sent: z.literal(true) }) }) },
  refusals: ['csrf_token_invalid', 'too_many_requests'],
})

export const signIn = endpoint({
  ...login,
  method: 'POST',
  path: '/login',
  summary: 'Sign in with e-mail and password',
  staysIn: 'maintenance',
  body: z.strictObject({
    email: Email,
    password: z.string().check(z.minLength(1, 'required'), z.maxLength(1000, 'max_length')),
    remember: z.optional(z.boolean()),
  }),
  success: { status: 204 },
  refusals: ['bad_credentials', 'link_blocked', 'too_many_requests'],
})

export const linkParams = z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/, 'invalid_input')) })

/** Purpose of a mailed link of the login. */
export const LinkKind = z.enum(['activation', 'new_password', 'email_change', 'email_take_back'])
export type LinkKind = z.infer<typeof LinkKind>

export const readMailedLink = endpoint({
  ...login,
  method: 'GET',
  path: '/login/mailed-links/:kind/:token',
  summary: 'Whether a mailed link still works; nothing is changed, nor told of whose it is',
  params: z.object({ kind: LinkKind, ...linkParams.shape }),
  success: { status: 204 },
  refusals: [
    'activation_link_invalid',
    'activation_link_expired',
    'password_link_invalid',
    'password_link_expired',
    'email_link_invalid',
    'email_link_expired',
    'too_many_requests',
  ],
})

/** Of a link by which a password is chosen. */
const passwordRefusals = ['password_common', 'link_blocked', 'user_not_found', 'too_many_requests'] as const

export const activateAccount = endpoint({
  ...login,
  method: 'POST',
  path: '/login/activate/:token',
  summary: 'Confirm the address, choose the password, sign in',
  params: linkParams,
  body: z.strictObject({ plain_password: NewPassword }),
  success: { status: 204 },
  refusals: [
    'activation_link_invalid',
    'activation_link_expired',
    'email_taken',
    'user_anonymization_pending',
    ...passwordRefusals,
  ],
})

export const requestNewPassword = endpoint({
  ...login,
  method: 'POST',
  path: '/login/forgotten-password',
  summary: 'Mail a link for a new password; the answer is the same for every address',
  body: z.strictObject({ email: Email }),
  success: { status: 202 },
  refusals: ['too_many_requests'],
})

export const setNewPassword = endpoint({
  ...login,
  method: 'POST',
  path: '/login/new-password/:token',
  summary: 'Choose a new password by a mailed link; ends every session and starts a new one',
  params: linkParams,
  body: z.strictObject({ plain_password: NewPassword }),
  success: { status: 204 },
  refusals: ['password_link_invalid', 'password_link_expired', ...passwordRefusals],
})

/** Other sites of the publisher verify session tokens by these keys. */
export const readSigningKeys = endpoint({
  ...login,
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Public keys of the session tokens (JWK set)',
  success: {
    status: 200,
    body: z.object({
      keys: z.array(
        z.object({
          kty: z.literal('EC'),
          crv: z.literal('P-256'),
          x: z.string(),
          y: z.string(),
          kid: z.string(),
          alg: z.literal('ES256'),
          use: z.literal('sig'),
        }),
      ),
    }),
  },
})
