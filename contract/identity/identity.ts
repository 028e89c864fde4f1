import * as z from 'zod/mini'
import { DeviceLimit } from '../devices/devices.ts'
import { endpoint } from '../endpoint.ts'
import { Anonymization } from '../privacy/anonymization.ts'
import { captchaField } from '../storm-shield/storm-shield.ts'
import { Email, freeText, Instant, Locale, requiredText, UserParams, usersPath } from '../wire.ts'
import { NewPassword } from './password.ts'
import { Provider } from './providers.ts'

const tag = 'Central login'
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
  method: 'GET',
  path: usersPath,
  summary: 'The reader',
  tag: 'Reader',
  access: 'reader',
  params: UserParams,
  success: { status: 200, body: User },
  refusals: ['user_not_found'],
})

export const changeLocale = endpoint({
  method: 'PATCH',
  path: usersPath,
  summary: 'Change the language of the interface and of mails',
  tag: 'Reader',
  access: 'reader',
  params: UserParams,
  body: z.strictObject({ locale_code: Locale }),
  success: { status: 200, body: User },
})

export const resendActivationEmail = endpoint({
  method: 'POST',
  path: `${usersPath}/activation-email`,
  summary: 'Send the activation link again; the former link stops working',
  tag: 'Reader',
  access: 'reader',
  params: UserParams,
  success: { status: 202 },
  refusals: ['account_already_confirmed', 'too_many_activation_emails', 'user_not_found'],
})

export const refreshToken = endpoint({
  method: 'POST',
  path: '/refresh-token',
  summary: 'New session cookies for the refresh token',
  tag,
  access: 'public',
  proof: 'refreshToken',
  success: { status: 204 },
  refusals: ['not_logged_in'],
})

export const checkUsername = endpoint({
  method: 'POST',
  path: '/username_check',
  summary: 'Whether an address goes on with a password or with a registration',
  tag,
  access: 'public',
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
  method: 'GET',
  path: '/get-csrf-token/:tokenId',
  summary: 'A token for one form, good for an hour in this browser',
  tag,
  access: 'public',
  params: z.object({ tokenId: z.string().check(z.regex(/^[\w-]{1,64}$/, 'invalid_input')) }),
  success: { status: 200, body: z.object({ token: z.string() }) },
})

export const register = endpoint({
  method: 'POST',
  path: '/registration',
  summary: 'Ask for an account; the answer is the same whether the address is known or not',
  tag,
  access: 'public',
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
  method: 'POST',
  path: '/login',
  summary: 'Sign in with e-mail and password',
  tag,
  access: 'public',
  body: z.strictObject({
    email: Email,
    password: z.string().check(z.minLength(1, 'required'), z.maxLength(1000, 'max_length')),
    remember: z.optional(z.boolean()),
  }),
  success: { status: 204 },
  refusals: ['bad_credentials', 'link_blocked', 'too_many_requests'],
})

export const signOut = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'End this session',
  tag,
  access: 'public',
  success: { status: 204 },
})

const linkParams = z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/, 'invalid_input')) })

/** Purpose of a mailed link of the login. */
export const LinkKind = z.enum(['activation', 'new_password'])
export type LinkKind = z.infer<typeof LinkKind>

export const readMailedLink = endpoint({
  method: 'GET',
  path: '/login/mailed-links/:kind/:token',
  summary: 'Whether a mailed link still works; nothing is changed, nor told of whose it is',
  tag,
  access: 'public',
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
  method: 'POST',
  path: '/login/activate/:token',
  summary: 'Confirm the address, choose the password, sign in',
  tag,
  access: 'public',
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
  method: 'POST',
  path: '/login/forgotten-password',
  summary: 'Mail a link for a new password; the answer is the same for every address',
  tag,
  access: 'public',
  body: z.strictObject({ email: Email }),
  success: { status: 202 },
  refusals: ['too_many_requests'],
})

export const setNewPassword = endpoint({
  method: 'POST',
  path: '/login/new-password/:token',
  summary: 'Choose a new password by a mailed link; ends every session and starts a new one',
  tag,
  access: 'public',
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
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Public keys of the session tokens (JWK set)',
  tag,
  access: 'public',
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
