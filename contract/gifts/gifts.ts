import * as z from 'zod/mini'
import { isPlainText } from '../addresses/plain-text.ts'
import { endpoint } from '../endpoint.ts'
import { AccessFlag, SubscriptionGroup } from '../subscriptions/subscriptions.ts'
import { Day, Email, IdParam, Instant, UserParams, usersPath } from '../wire.ts'
import { giftMessageMax } from './gift-terms.ts'

const tag = 'Gifts'

/** A text that may stay empty; nothing typed is nothing given. */
const optionalText = (maxLength: number, holds: (text: string) => boolean) =>
  z.pipe(
    z.optional(
      z.nullable(
        z.string().check(
          z.trim(),
          z.maxLength(maxLength, 'max_length'),
          z.refine(text => text === '' || holds(text), 'invalid_input'),
        ),
      ),
    ),
    z.transform(text => text || null),
  )

/** Whom a gift is for, when its link is mailed, and what the giver says with it. */
export const GiftInput = z.strictObject({
  email: Email,
  date: Day,
  name: optionalText(100, isPlainText),
  /** Its lines may be parted; nothing else in it is invisible. */
  message: optionalText(giftMessageMax, text => text.split(/\r?\n/).every(isPlainText)),
})

/** A gift as its giver sees it. */
export const Gift = z.object({
  id: z.int(),
  email: z.string(),
  name: z.nullable(z.string()),
  message: z.nullable(z.string()),
  product: z.object({ code: z.string(), name: z.string() }),
  /** The day on which the link is mailed. */
  date: Day,
  /** `planned`: its day is still to come; `expired`: nobody activated it in time. */
  state: z.enum(['planned', 'sent', 'activated', 'expired']),
  sent_at: z.nullable(Instant),
  activated_at: z.nullable(Instant),
  /** The first instant at which it can no longer be activated. */
  use_until: Instant,
})
export type Gift = z.infer<typeof Gift>

/** What whoever holds a gift's link is told before signing in. */
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

const own = { tag, access: 'reader' } as const
const params = z.extend(UserParams, { id: IdParam })

export const listGifts = endpoint({
  ...own,
  method: 'GET',
  path: `${usersPath}/gifts`,
  summary: 'Gifts that the reader has bought, newest first, and what became of them',
  params: UserParams,
  success: { status: 200, body: z.object({ items: z.array(Gift) }) },
})

export const sendGift = endpoint({
  ...own,
  method: 'POST',
  path: `${usersPath}/gifts/:id/send`,
  summary: 'Mail the link of a gift again, or before its day',
  params,
  success: { status: 200, body: Gift },
  refusals: ['gift_already_activated', 'gift_expired', 'too_many_gift_mails'],
})

export const changeGift = endpoint({
  ...own,
  method: 'PATCH',
  path: `${usersPath}/gifts/:id`,
  summary: 'Change the address of a gift that was not activated; a link that was mailed no longer works',
  params,
  body: z.strictObject({ email: Email }),
  success: { status: 200, body: Gift },
  refusals: ['gift_already_activated', 'gift_expired', 'too_many_gift_mails', 'user_anonymization_pending'],
})

export const readGift = endpoint({
  method: 'GET',
  path: '/rest/api/prv/v1/gifts/:code',
  summary: 'What the link of a gift gives, and from whom; nothing is used up',
  tag,
  access: 'public',
  params: z.object({ code: z.string().check(z.maxLength(200, 'coupon_doesnt_exist')) }),
  success: { status: 200, body: GiftOffer },
  refusals: ['coupon_doesnt_exist', 'coupon_already_used', 'coupon_expired', 'too_many_coupon_attempts'],
})
