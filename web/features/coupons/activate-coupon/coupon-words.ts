import type { CouponPreview } from '#contract/coupons/coupons.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { formatDate, formatLastDay, formatTime } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'

type Period = Pick<Subscription, 'period' | 'type'>

/** Sentence: what a code gives, and until when. */
export const givesText = (preview: CouponPreview, nowMs: number): string =>
  translate(beginsLater(preview, nowMs) ? 'coupon.gives_later' : 'coupon.gives', periodValues(preview))

/** Sentence: what a code has given. */
export const doneText = (given: Subscription): string =>
  translate(given.state === 'future' ? 'coupon.done_later' : 'coupon.done', periodValues(given))

/** Whether the period begins in the future, after another one. */
export const beginsLater = ({ period }: Period, nowMs: number): boolean =>
  // Tolerance for clock differences.
  Date.parse(period.from) - nowMs > 3_600_000

/** Until when a code is valid; with the time unless it is the end of the day. */
export function lastUseText({ use_until: until }: CouponPreview): string {
  const time = formatTime(new Date(Date.parse(until) - 1).toISOString())
  const values = { date: formatLastDay(until), time }
  return translate(time === '23:59' ? 'coupon.use_until' : 'coupon.use_until_time', values)
}

const periodValues = ({ type, period }: Period) => ({
  name: type.name,
  from: formatDate(period.from),
  until: formatLastDay(period.to),
})
