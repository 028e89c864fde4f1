import * as z from 'zod/mini'
import { DeviceLimit } from '../devices/device-limit.ts'
import { endpoint } from '../endpoint.ts'
import { Anonymization } from '../privacy/anonymization.ts'
import { Instant, Locale, UserParams, usersPath } from '../wire.ts'
import { Provider } from './provider.ts'

const login = { tag: 'Central login', access: 'public' } as const
const own = { tag: 'Reader', access: 'reader', params: UserParams } as const

/** A reader as the reader may see it (R3.02, R7.04). */
export const User = z.object({
  id: z.int(),
  email: z.string(),
  /** Another e-mail that waits to be confirmed from there. */
  email_change: z.nullable(z.object({ email: z.string(), expires_at: Instant })),
  name: z.nullable(z.string()),
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
  staysIn: 'maintenance',
  success: { status: 200, body: User },
  refusals: ['user_not_found'],
})

export const changeLocale = endpoint({
  ...own,
  method: 'PATCH',
  path: usersPath,
  summary: 'Change the language of the interface and of mails',
  whileAnonymizationPending: true,
  body: z.strictObject({ locale_code: Locale }),
  success: { status: 200, body: User },
})

export const resendActivationEmail = endpoint({
  ...own,
  method: 'POST',
  path: `${usersPath}/activation-email`,
  summary: 'Send the activation link again; the former link stops working',
  success: { status: 202 },
  refusals: [
    'account_already_confirmed',
    'too_many_activation_emails',
    'too_many_email_changes',
    'email_change_not_awaited',
    'user_anonymization_pending',
    'user_not_found',
  ],
})

export const refreshToken = endpoint({
  ...login,
  method: 'POST',
  path: '/refresh-token',
  summary: 'New session cookies for the refresh token',
  proof: 'refreshToken',
  staysIn: 'maintenance',
  success: { status: 204 },
  refusals: ['not_logged_in'],
})

export const signOut = endpoint({
  ...login,
  method: 'POST',
  path: '/logout',
  summary: 'End this session',
  staysIn: 'maintenance',
  success: { status: 204 },
})
