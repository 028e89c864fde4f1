import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { AccessFlag, Subscription, SubscriptionGroup } from '../subscriptions/subscriptions.ts'
import { Instant, UserParams, usersPath } from '../wire.ts'
import { normaliseCouponCode } from './coupon-code.ts'

const Code = z.pipe(
  z.string().check(z.maxLength(200, 'max_length')),
  z.pipe(z.transform(normaliseCouponCode), z.string().check(z.minLength(1, 'required'))),
)
const typed = {
  method: 'POST',
  tag: 'Activation codes',
  access: 'reader',
  params: UserParams,
  body: z.strictObject({ code: Code }),
} as const

/** `giveaway`: for anybody, by the publisher; `code`: sold or won; `gift`: bought for somebody. */
export const CouponKind = z.enum(['code', 'giveaway', 'gift'])

/** What prevents a reader from using a valid code now (R8.09). */
export const CouponObstacle = z.enum([
  'coupon_giveaway_user_active_subscription',
  'coupon_user_active_recurrence',
])

/** Preview of what a code would give to this reader. */
export const CouponPreview = z.object({
  kind: CouponKind,
  group: SubscriptionGroup,
  type: z.object({ code: z.string(), name: z.string() }),
  access: z.array(AccessFlag),
  device_limit: z.int(),
  /** When the subscription would begin and end if the code were used now. */
  period: z.object({ from: Instant, to: Instant }),
  /** The first instant at which the code no longer works. */
  use_until: Instant,
  obstacle: z.nullable(CouponObstacle),
  /** The subscription whose renewal has to be turned off first, where that is the obstacle. */
  renewing_subscription_id: z.nullable(z.int()),
  /** Giver and greeting, when it is a gift. */
  gift: z.nullable(z.object({ from: z.nullable(z.string()), message: z.nullable(z.string()) })),
})
export type CouponPreview = z.infer<typeof CouponPreview>

const refusals = [
  'coupon_doesnt_exist',
  'coupon_already_used',
  'coupon_expired',
  'too_many_coupon_attempts',
  'too_many_coupon_attempts_nearby',
] as const

export const previewCoupon = endpoint({
  ...typed,
  path: `${usersPath}/coupon-previews`,
  summary: 'What an activation code gives; nothing is used up',
  success: { status: 200, body: CouponPreview },
  refusals,
})

export const activateCoupon = endpoint({
  ...typed,
  path: `${usersPath}/coupon-activations`,
  summary: 'Use an activation code; the answer is the subscription that it gave',
  takesIdempotencyKey: true,
  success: { status: 201, body: Subscription },
  refusals: [...refusals, ...CouponObstacle.options, 'idempotency_key_reused', 'user_anonymization_pending'],
})
