import type { Limit } from '#server/platform/rate-limiter.ts'

const limit = { points: 10, windowS: 3600, refusal: 'too_many_coupon_attempts' } as const

/** Codes that turn out not to exist; one that does is given back, so that only guesses count. */
export const guessLimits = {
  byReader: { name: 'coupon-by-reader', ...limit },
  byAddress: { name: 'coupon-by-address', ...limit },
} as const satisfies Record<string, Limit>

/** Mails with the link of one gift. */
export const giftMailLimit: Limit = {
  name: 'gift-mail',
  points: 10,
  windowS: 24 * 3600,
  refusal: 'too_many_gift_mails',
}
