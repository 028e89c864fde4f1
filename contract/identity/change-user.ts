import * as z from 'zod/mini'
import { isPersonName } from '../addresses/plain-text.ts'
import { endpoint } from '../endpoint.ts'
import { MobileNumber } from '../phone/mobile-number.ts'
import { freeLine, Locale, UserParams, usersPath } from '../wire.ts'
import { User } from './identity.ts'
import { NewPassword } from './password.ts'

/** The current password: no password rules apply, only its hash is compared. */
const CurrentPassword = z.string().check(z.minLength(1, 'required'), z.maxLength(1000, 'max_length'))

type Passwords = { current_password?: string | undefined; plain_password?: string | undefined }

/** The new password must differ from the current one. */
const differ = z.check<Passwords>(({ value, issues }) => {
  if (value.plain_password === undefined || value.plain_password !== value.current_password) return
  issues.push({ code: 'custom', message: 'password_same', path: ['plain_password'], input: undefined })
})

const common = {
  method: 'PATCH',
  path: usersPath,
  tag: 'Reader',
  access: 'reader',
  params: UserParams,
} as const

/** Changes the password; answers 204, since the session has ended (R4.15). */
export const changePassword = endpoint({
  ...common,
  summary: 'Change the password; ends every session',
  body: z.strictObject({ current_password: CurrentPassword, plain_password: NewPassword }).check(differ),
  success: { status: 204 },
})

/** Changes the mobile number; null cancels a pending change. */
export const changePhone = endpoint({
  ...common,
  summary: 'Keep a mobile number as the one to change to and send it a code',
  body: z.strictObject({ phone_to_change: z.nullable(MobileNumber) }),
  success: { status: 200, body: User },
})

/** Turns e-mail copies of the activity log on or off. */
export const changeNoticeCopies = endpoint({
  ...common,
  summary: 'Turn copies of account notices by e-mail on or off',
  body: z.strictObject({ notice_copies: z.boolean() }),
  success: { status: 200, body: User },
})

/** The reader's own name; an empty one removes it. */
const Name = freeLine(100).check(z.refine(name => name === '' || isPersonName(name), 'name_invalid'))

/** Changes the name; documents keep the one that they were made with. */
export const changeName = endpoint({
  ...common,
  summary: 'Change the name of the account, or remove it by an empty one',
  body: z.strictObject({ name: Name }),
  success: { status: 200, body: User },
})

const fields = z.strictObject({
  name: z.optional(Name),
  locale_code: z.optional(Locale),
  notice_copies: z.optional(z.boolean()),
  phone_to_change: z.optional(z.nullable(MobileNumber)),
  current_password: z.optional(CurrentPassword),
  plain_password: z.optional(NewPassword),
})

/** Exactly one change at a time. */
const oneChange = z.check<z.output<typeof fields>>(({ value, issues }) => {
  const { name, locale_code: locale, notice_copies: copies, phone_to_change: phone, ...passwords } = value
  const password = passwords.current_password !== undefined || passwords.plain_password !== undefined
  const asked = [name, locale, copies, phone].filter(each => each !== undefined).length + Number(password)
  if (asked !== 1) issues.push({ code: 'custom', message: 'invalid_input', input: value })
  if (!password) return
  for (const field of ['current_password', 'plain_password'] as const) {
    if (passwords[field] === undefined) {
      issues.push({ code: 'custom', message: 'required', path: [field], input: undefined })
    }
  }
})

/** The one call for all changes of the reader (R7.07), as registered by the server. */
export const changeUser = endpoint({
  ...common,
  summary:
    'Change the name, the mobile number, the language, copies of notices or the password: one of them at a time; while the account waits for its deletion, the language only',
  whileAnonymizationPending: true,
  body: fields.check(oneChange, differ),
  success: { status: 200, body: z.optional(User) },
  // After a change of the password, which ends the session.
  otherAnswers: [{ status: 204 }],
  refusals: [
    'current_password_wrong',
    'password_common',
    'password_same',
    'phone_wrong_format',
    'phone_sms_subscriber',
    'phone_sms_recurrence',
    'phone_cannot_change_now',
    'too_many_codes',
    'user_anonymization_pending',
    'too_many_requests',
    'user_not_found',
  ],
})
