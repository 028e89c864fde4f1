import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { lastDay } from '#web/lib/reader/subscription-words.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'
import { describeEnd } from './describe-end.ts'
import { describeRenewal, goesOn } from './describe-renewal.ts'
import type { Sentence } from './sentence.ts'

/** Texts about one subscription, in reading order. */
export type Story = {
  /** Main sentence: until when, or from when. */
  answer: Sentence
  /** What happens next. */
  next: readonly Sentence[]
}

type Circumstances = {
  /** The server's time in milliseconds since 1970. */
  nowMs: number
  /** The reader's subscription that begins when this one ends, if there is one. */
  successor?: Subscription | undefined
  /** Its already paid successor that renews; else the subscription itself. */
  renewing?: Subscription | undefined
}

/**
 * Describes one subscription in sentences of the current language (R1.01, R3.06).
 *
 * @param subscription as the server tells it
 */
export function describeSubscription(subscription: Subscription, circumstances: Circumstances): Story {
  return {
    answer: describePeriod(subscription),
    next: describeNext(subscription, circumstances),
  }
}

/** The future subscription that takes over from this one without a gap. */
export function successorOf(subscription: Subscription, all: readonly Subscription[]) {
  const end = Date.parse(subscription.period.to)
  return all.find(
    other =>
      other.state === 'future' && Date.parse(other.period.from) <= end && Date.parse(other.period.to) > end,
  )
}

function describePeriod(subscription: Subscription): Sentence {
  const { state, type, period, audience, group } = subscription
  const values = { name: type.name, date: lastDay(subscription) }
  if (state === 'future')
    return { id: 'subscriptions.begins', values: { ...values, date: formatDate(period.from) } }
  const until = subscription.recurrence.paused_until
  if (state === 'inactive' && until !== null) {
    const paused = { name: type.name, from: formatDate(period.to), until: formatDate(until) }
    return { id: 'subscriptions.paused', values: paused }
  }
  if (state === 'inactive') return { id: 'subscriptions.was_until', values }
  if (subscription.given_by === null) return { id: 'subscriptions.until', values }
  // The product's name counts all seats; this reader has one.
  const id = audience === 'company' ? 'subscriptions.seat_until.company' : 'subscriptions.seat_until.family'
  return { id, values: { group: translate(`subscriptions.group.${group}`), date: values.date } }
}

function describeNext(subscription: Subscription, circumstances: Circumstances): Sentence[] {
  if (subscription.state === 'future') return [{ id: 'subscriptions.begins_by_itself' }]
  if (goesOn(subscription)) return describeRenewal(subscription, circumstances.nowMs)
  if (subscription.state === 'inactive') return describeEnd(subscription)
  const { audience, given_by: from } = subscription
  const { recurrence } = circumstances.renewing ?? subscription
  const next = describeAfter(subscription, circumstances)
  if (recurrence.barred) next.push({ id: 'subscriptions.barred' })
  return audience === 'family' && from === null ? [...next, { id: 'subscriptions.shared' }] : next
}

function describeAfter(subscription: Subscription, circumstances: Circumstances): Sentence[] {
  const { nowMs, successor, renewing = subscription } = circumstances
  const isOn = renewing.recurrence.state === 'on'
  if (renewing !== subscription) {
    return [followedBy(renewing), ...(isOn ? describeRenewal(renewing, nowMs) : [])]
  }
  if (isOn) return [...describeRenewal(subscription, nowMs), ...(successor ? [beside(successor)] : [])]
  return successor ? [followedBy(successor)] : describeEnd(subscription)
}

const followedBy = (next: Subscription): Sentence => ({
  id: 'subscriptions.followed_by',
  values: { name: next.type.name, date: lastDay(next) },
})

const beside = (next: Subscription): Sentence => ({
  id: 'subscriptions.paid_beside',
  values: { name: next.type.name, from: formatDate(next.period.from), date: lastDay(next) },
})
