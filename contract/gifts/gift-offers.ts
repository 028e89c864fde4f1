import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { AccessFlag, SubscriptionGroup } from '../subscriptions/subscriptions.ts'
import { Instant } from '../wire.ts'

/** A gift, shown to any holder of its link before signing in. */
export const GiftOffer = z.object({
  /** Who gives it; null when they have no name here. */
  from: z.nullable(z.string()),
  name: z.nullable(z.string()),
  message: z.nullable(z.string()),
  group: SubscriptionGroup,
  type: z.object({ code: z.string(), name: z.string() }),
  /** Calendar length of what it gives, e.g. P1Y. */
  length: z.string(),
  access: z.array(AccessFlag),
  device_limit: z.int(),
  use_until: Instant,
})
export type GiftOffer = z.infer<typeof GiftOffer>

export const readGift = endpoint({
  method: 'GET',
  path: '/rest/api/prv/v1/gifts/:code',
  summary: 'What the link of a gift gives, and from whom; nothing is used up',
  tag: 'Gifts',
  access: 'public',
  params: z.object({ code: z.string().check(z.maxLength(200, 'coupon_doesnt_exist')) }),
  success: { status: 200, body: GiftOffer },
  refusals: [
    'coupon_doesnt_exist',
    'coupon_already_used',
    'coupon_expired',
    'too_many_coupon_attempts_nearby',
  ],
})
