import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { UserParams, usersPath } from '../wire.ts'

/** Purpose of a code. A code of one kind is invalid for another. */
export const codeTypes = ['phone', 'email', 'storm_shield'] as const
const CodeType = z.enum(codeTypes)
export type CodeType = z.infer<typeof CodeType>

/** Rules of the codes, also shown on the screens (R4.14). */
export const controlCodeRules = {
  digits: 6,
  lifeMinutes: 10,
  tries: 5,
  sendsAnHour: 3,
  sendsADay: 6,
} as const

const common = { tag: 'Mobile number', access: 'reader', params: UserParams } as const

export const createControlCode = endpoint({
  ...common,
  method: 'POST',
  path: `${usersPath}/create-control-code`,
  summary: 'Send a code again; the former one stops working',
  body: z.strictObject({ code_type: CodeType }),
  success: { status: 202 },
  refusals: [
    'phone_cannot_change_now',
    'control_code_not_awaited',
    'phone_sms_subscriber',
    'phone_sms_recurrence',
    'too_many_codes',
  ],
})

/** The browser sends the input as typed; only the server validates it (R5.15). */
export const verifyControlCode = endpoint({
  ...common,
  method: 'POST',
  path: `${usersPath}/verify-control-code`,
  summary: 'Prove by its code that a number is the reader’s',
  body: z.strictObject({
    code_type: CodeType,
    control_code: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'max_length')),
  }),
  success: { status: 200, body: z.object({ content: z.object({ phone: z.string() }) }) },
  refusals: ['control_code_invalid', 'control_code_expired', 'phone_sms_subscriber', 'phone_sms_recurrence'],
})

export const removePhone = endpoint({
  ...common,
  method: 'DELETE',
  path: `${usersPath}/phone`,
  summary: 'Remove the mobile number, and one that waits for its code',
  success: { status: 204 },
  refusals: ['phone_sms_subscriber', 'phone_sms_recurrence', 'not_found'],
})
