import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { cardName, cardOf } from '#web/lib/reader/subscription-words.ts'
import { dayOf, formatCardMonth, formatDate, formatMoney, formatTime } from '#web/lib/texts/format.ts'
import type { Sentence } from './sentence.ts'

/**
 * Describes the next renewal: product, date, price, payment method, and until when it can be stopped (R9.05).
 *
 * @param nowMs the server's time in milliseconds since 1970
 */
export function describeRenewal(subscription: Subscription, nowMs: number): Sentence[] {
  const { can_stop_until: stopUntil, next_payment: next } = subscription.recurrence
  // Without a period that runs the answer tells what comes next.
  const sentences = goesOn(subscription) ? [] : [describeNextPeriod(subscription)]
  const { paused_until: pausedUntil, planned_change: planned } = subscription.recurrence
  if (pausedUntil !== null && planned) sentences.push(changesTo(planned))
  if (next) {
    sentences.push(
      next.failed_attempts > 0 ? describeRetry(subscription, next) : describeCharge(subscription, next),
    )
    if (next.price_change) sentences.push(describePriceChange(next, next.price_change))
  }
  if (stopUntil === null) return sentences
  const isInTime = nowMs <= Date.parse(stopUntil)
  if (next && next.failed_attempts > 0) {
    // A retried charge can be stopped between two attempts.
    if (isInTime) sentences.push({ id: 'subscriptions.stop_between' })
  } else {
    sentences.push(
      isInTime
        ? { id: 'subscriptions.stop_until', values: { date: formatDate(stopUntil) } }
        : { id: 'subscriptions.stop_too_late' },
    )
  }
  return sentences
}

/** Whether its period is over and a payment by card opens the next one: paused, or one that has not gone through yet. */
export const goesOn = (subscription: Subscription): boolean => {
  const { state, recurrence } = subscription
  const isToCome = recurrence.state === 'on' && cardOf(subscription) !== null
  return state === 'inactive' && (recurrence.reason === 'awaits_confirmation' || isToCome)
}

/** A price change: at this payment with the former price, at a later one with the new price (R11.09). */
function describePriceChange(
  { at }: NextPayment,
  change: NonNullable<NextPayment['price_change']>,
): Sentence {
  // A retried charge comes later than its planned day.
  return Date.parse(change.at) <= Date.parse(at)
    ? { id: 'subscriptions.price_change.next', values: { former: formatMoney(change.former_price) } }
    : {
        id: 'subscriptions.price_change.later',
        values: { date: formatDate(change.at), price: formatMoney(change.price) },
      }
}

/**
 * Risk for the next payment: the bank wants it confirmed, it has already failed, or the card will have expired.
 *
 * @param nowMs the server's time in milliseconds since 1970
 */
export function describeRisk(
  subscription: Subscription,
  nowMs: number,
): { title: Sentence; text: Sentence } | undefined {
  const { state, period, recurrence } = subscription
  if (recurrence.reason === 'awaits_confirmation') {
    return {
      title: { id: 'subscriptions.confirm_payment.title' },
      text:
        state === 'active'
          ? { id: 'subscriptions.confirm_payment.text', values: { date: formatDate(period.to) } }
          : { id: 'subscriptions.confirm_payment.over' },
    }
  }
  const next = recurrence.state === 'on' ? recurrence.next_payment : null
  if (!next) return undefined
  const card = cardOf(subscription)
  if (next.failed_attempts > 0) {
    return {
      title: { id: 'subscriptions.payment_failed.title' },
      text: describeFailure(card, next, { nowMs, state }),
    }
  }
  if (!card || card.valid_until >= dayOf(next.at)) return undefined
  const values = {
    card: cardName(card),
    valid: formatCardMonth(card.valid_until),
    date: formatDate(next.at),
  }
  return {
    title: { id: 'subscriptions.card_expires.title' },
    text: { id: 'subscriptions.card_expires.text', values },
  }
}

/** @param at.state of the subscription: after a pause the paid period is over */
function describeFailure(
  card: Card | null | undefined,
  next: NextPayment,
  { nowMs, state }: { nowMs: number; state: Subscription['state'] },
): Sentence {
  if (!card) return { id: 'subscriptions.payment_failed.other', values: { state } }
  const hasExpired = next.failure === 'expired_card' || card.valid_until < dayOf(nowMs)
  return hasExpired
    ? { id: 'subscriptions.payment_failed.expired', values: { card: cardName(card), state } }
    : { id: 'subscriptions.payment_failed.card', values: { state } }
}

type Card = NonNullable<NonNullable<Subscription['payment']>['card']>
type PlannedChange = NonNullable<Subscription['recurrence']['planned_change']>
type NextPayment = NonNullable<Subscription['recurrence']['next_payment']>

const changesTo = ({ type, begins_at: at }: PlannedChange): Sentence => ({
  id: 'subscriptions.changes_to',
  values: { next: type.name, date: formatDate(at) },
})

function describeNextPeriod({ type, recurrence }: Subscription): Sentence {
  const { paused_until: until, next_type: next, next_length: length, planned_change: planned } = recurrence
  if (until !== null) return { id: 'subscriptions.pause_ahead', values: { date: formatDate(until) } }
  if (planned) return changesTo(planned)
  if (next && next.code !== type.code) return { id: 'subscriptions.renews_as', values: { next: next.name } }
  if (length === 'P1Y') return { id: 'subscriptions.renews_year' }
  if (length === 'P4W') return { id: 'subscriptions.renews_four_weeks' }
  return { id: 'subscriptions.renews' }
}

function describeCharge(subscription: Subscription, next: NextPayment): Sentence {
  const { payment } = subscription
  const card = cardOf(subscription)
  const values = { date: formatDate(next.at), price: formatMoney(next.price) }
  if (card) return { id: 'subscriptions.charge.card', values: { ...values, ...cardValues(card) } }
  if (payment?.method === 'sms') return { id: 'subscriptions.charge.sms', values }
  if (payment?.method === 'google') return { id: 'subscriptions.charge.google', values }
  return { id: 'subscriptions.charge.other', values }
}

function describeRetry(subscription: Subscription, next: NextPayment): Sentence {
  const card = cardOf(subscription)
  const values = { date: formatDate(next.at), time: formatTime(next.at), price: formatMoney(next.price) }
  return card
    ? { id: 'subscriptions.retry.card', values: { ...values, ...cardValues(card) } }
    : { id: 'subscriptions.retry.other', values }
}

const cardValues = (card: Card) => ({
  card: cardName(card),
  valid: formatCardMonth(card.valid_until),
})
