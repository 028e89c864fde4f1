import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant, UserParams, usersPath } from '../wire.ts'

/** Rules of an account's deletion, also shown on the screens. */
export const anonymizationRules = {
  /** Grace period in which it can be cancelled, in days. */
  graceDays: 30,
  /** For how long the law on accounting keeps invoices and receipts (zákon č. 431/2002 Z. z., § 35). */
  documentYears: 10,
} as const

/** When the deletion was requested, and when it is due. */
export const Anonymization = z.object({ requested_at: Instant, due_at: Instant })
export type Anonymization = z.infer<typeof Anonymization>

const common = {
  path: `${usersPath}/anonymization`,
  tag: 'Privacy',
  access: 'reader',
  whileAnonymizationPending: true,
  params: UserParams,
} as const

export const requestAnonymization = endpoint({
  ...common,
  method: 'POST',
  summary:
    'Ask for the deletion of the account: 30 days later all that is personal is erased. Renewals are turned off at once; a repeat changes nothing',
  success: { status: 202, body: Anonymization },
  refusals: ['user_not_found'],
})

export const withdrawAnonymization = endpoint({
  ...common,
  method: 'DELETE',
  summary: 'Take the wish for deletion back; what was turned off stays off',
  staysIn: 'read_only',
  success: { status: 204 },
})
