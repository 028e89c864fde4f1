import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { AccessFlag, Subscription, SubscriptionGroup } from '../subscriptions/subscriptions.ts'
import { Instant, UserParams, usersPath } from '../wire.ts'

const tag = 'Companies and families'

const Code = z.string().check(z.maxLength(200, 'family_request_not_found'))

/** An invitation, shown to any holder of the link. */
export const FamilyRequest = z.object({
  kind: z.enum(['company', 'family']),
  /** Sender of the invitation: the company, or the reader who pays; null where that reader's account was erased. */
  from: z.nullable(z.string()),
  group: SubscriptionGroup,
  type: z.object({ code: z.string(), name: z.string() }),
  access: z.array(AccessFlag),
  device_limit: z.int(),
  period: z.object({ from: Instant, to: Instant }),
  /** The first instant at which the link no longer works. */
  expires_at: Instant,
})
export type FamilyRequest = z.infer<typeof FamilyRequest>

export const readFamilyRequest = endpoint({
  method: 'GET',
  path: '/rest/api/prv/v1/family-requests/:code',
  summary: 'What the link to an access gives, and from whom; nothing is used up',
  tag,
  access: 'public',
  params: z.object({ code: Code }),
  success: { status: 200, body: FamilyRequest },
  refusals: ['family_request_not_found', 'family_code_expired'],
})

export const activateFamilyRequest = endpoint({
  method: 'POST',
  path: `${usersPath}/family-requests/:code/activation`,
  confirmedOnly: 'account_not_confirmed',
  summary: 'Take the access that a company or a family offers; the answer is the subscription that it gives',
  tag,
  access: 'reader',
  params: z.extend(UserParams, { code: Code }),
  success: { status: 201, body: Subscription },
  refusals: [
    'family_request_not_found',
    'family_request_one_per_user',
    'family_request_self_use_forbidden',
    'family_code_expired',
    'user_anonymization_pending',
  ],
})
