import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Email, UserParams, usersPath } from '../wire.ts'
import { linkParams } from './central-login.ts'
import { User } from './identity.ts'
import { NewPassword } from './password.ts'

const own = { tag: 'Reader', access: 'reader', params: UserParams } as const
const login = { tag: 'Central login', access: 'public', method: 'POST', params: linkParams } as const
const path = `${usersPath}/email-change` as const

export const requestEmailChange = endpoint({
  ...own,
  method: 'POST',
  path,
  summary:
    'Ask for another e-mail: it holds once a link mailed to it is confirmed. The answer is the same for a taken one',
  body: z.strictObject({ email: Email }),
  success: { status: 202, body: User },
  refusals: ['email_same', 'too_many_email_changes', 'user_anonymization_pending', 'user_not_found'],
})

export const resendEmailChange = endpoint({
  ...own,
  method: 'POST',
  path: `${path}/mail`,
  summary: 'Mail the link of a change that waits once more; the former link stops working',
  success: { status: 202 },
  refusals: [
    'email_change_not_awaited',
    'too_many_email_changes',
    'user_anonymization_pending',
    'user_not_found',
  ],
})

export const cancelEmailChange = endpoint({
  ...own,
  method: 'DELETE',
  path,
  summary: 'Cancel a change of the e-mail that waits; idempotent',
  success: { status: 204 },
})

export const confirmEmailChange = endpoint({
  ...login,
  path: '/login/change-email/:token',
  summary: 'Confirm another e-mail by the link mailed to it; the former one is told and can take it back',
  success: { status: 204 },
  refusals: [
    'email_link_invalid',
    'email_link_expired',
    'email_taken',
    'link_blocked',
    'user_anonymization_pending',
    'too_many_requests',
  ],
})

export const takeBackEmail = endpoint({
  ...login,
  path: '/login/take-back-email/:token',
  summary:
    'Take a change of the e-mail back by the link mailed to the former one: ends every session, removes ways to sign in added since, sets a new password',
  body: z.strictObject({ plain_password: NewPassword }),
  success: { status: 204 },
  refusals: [
    'email_link_invalid',
    'email_link_expired',
    'email_taken',
    'password_common',
    'link_blocked',
    'user_not_found',
    'too_many_requests',
  ],
})
