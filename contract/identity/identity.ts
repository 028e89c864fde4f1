import * as z from 'zod/mini'
import { DeviceLimit } from '../devices/devices.ts'
import { endpoint } from '../endpoint.ts'
import { Anonymization } from '../privacy/anonymization.ts'
import { captchaField } from '../storm-shield/storm-shield.ts'
import { Email, freeText, Instant, Locale, requiredText, UserParams, usersPath } from '../wire.ts'
import { NewPassword } from './password.ts'
import { Provider } from './providers.ts'

const login = { tag: 'Central login', access: 'public' } as const
const own = { tag: 'Reader', access: 'reader', params: UserParams } as const
const content = z.object({ content: z.object({ next: z.enum(['password', 'registration']) }) })

/** A reader as the reader may see it (R3.02, R7.04). */
export const User = z.object({
  id: z.int(),
  email: z.string(),
  confirmed: z.boolean(),
  locale_code: Locale,
  registered_at: Instant,
  phone: z.nullable(z.string()),
  phone_to_change: z.nullable(z.string()),
  /** Seconds until the code sent to that number expires; null when there is none, absent in other calls. */
  phone_code: z.optional(z.nullable(z.object({ valid_for_s: z.int() }))),
  phone_change: z.object({
    allowed: z.boolean(),
    reason: z.nullable(z.enum(['phone_sms_subscriber', 'phone_sms_recurrence'])),
  }),
  /** False for a reader who signs in by a linked account only. */
  has_password: z.boolean(),
  /** Whether entries of the activity log are mailed too. */
  notice_copies: z.boolean(),
  /** Whether the reader has a mailbox at the publisher's mail service. */
  post_inbox: z.boolean(),
  swg_linked: z.boolean(),
  extern_auth_services: z.array(
    z.object({ provider: Provider, email: z.nullable(z.string()), linked_at: Instant }),
  ),
  accounts: z.object({
    main: z.object({ id: z.int(), email: z.string() }),
    linked: z.array(z.object({ id: z.int(), email: z.string() })),
  }),
  device_limit: DeviceLimit,
  ebooks: z.object({
    limit: z.int(),
    used: z.int(),
    window_days: z.int(),
    /** When the next one is possible, once all are used. */
    next_at: z.nullable(Instant),
  }),
  anonymization: z.nullable(Anonymization),
})
export type User = z.infer<typeof User>

export const readUser = endpoint({
  ...own,
  method: 'GET',
  path: usersPath,
  summary: 'The reader',
  success: { status: 200, body: User },
  refusals: ['user_not_found'],
})

export const changeLocale = endpoint({
  ...own,
  method: 'PATCH',
  path: usersPath,
  summary: 'Change the language of the interface and of mails',
  body: z.strictObject({ locale_code: Locale }),
  success: { status: 200, body: User },
})

export const resendActivationEmail = endpoint({
  ...own,
  method: 'POST',
  path: `${usersPath}/activation-email`,
  summary: 'Send the activation link again; the former link stops working',
  success: { status: 202 },
  refusals: ['account_already_confirmed', 'too_many_activation_emails', 'user_not_found'],
})

export const refreshToken = endpoint({
  ...login,
  method: 'POST',
  path: '/refresh-token',
  summary: 'New session cookies for the refresh token',
  proof: 'refreshToken',
  success: { status: 204 },
  refusals: ['not_logged_in'],
})

export const checkUsername = endpoint({
  ...login,
  method: 'POST',
  path: '/username_check',
  summary: 'Whether an address goes on with a password or with a registration',
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
  body: z.strictObject({
    email: Email,
    password: z.string().check(z.minLength(1, 'required'), z.maxLength(1000, 'max_length')),
    remember: z.optional(z.boolean()),
  }),
  success: { status: 204 },
  refusals: ['bad_credentials', 'link_blocked', 'too_many_requests'],
})

export const signOut = endpoint({
  ...login,
  method: 'POST',
  path: '/logout',
  summary: 'End this session',
  success: { status: 204 },
})

const linkParams = z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/, 'invalid_input')) })

/** Purpose of a mailed link of the login. */
export const LinkKind = z.enum(['activation', 'new_password'])
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
    'too_many_requests',
  ],
})

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
    'password_common',
    'link_blocked',
    'user_not_found',
    'too_many_requests',
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
  refusals: [
    'password_link_invalid',
    'password_link_expired',
    'password_common',
    'link_blocked',
    'user_not_found',
    'too_many_requests',
  ],
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
