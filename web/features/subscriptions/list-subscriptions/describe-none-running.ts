import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { PlainMessageKey } from '#web/lib/texts/i18n.ts'
import { describeSubscription } from './describe-subscription.ts'
import type { Sentence } from './sentence.ts'

type NoneRunning = {
  answer: Sentence
  next: readonly Sentence[]
  /** An offer with its button; none for a reader whose subscription is yet to begin. */
  offer: { text: readonly Sentence[]; button: PlainMessageKey } | undefined
}

/**
 * Texts for a reader without a running subscription: the next one to begin, else how the last one ended, and
 * what a subscription would unlock (R1.21).
 *
 * @param all the reader's subscriptions, none of them running; those that ended last come first
 */
export function describeNoneRunning(all: readonly Subscription[]): NoneRunning {
  const coming = all.filter(each => each.state === 'future').sort(byStart)[0]
  if (coming) return { ...story(coming), offer: undefined }
  const text: Sentence[] = [{ id: 'subscriptions.premium_unlocks' }, { id: 'subscriptions.have_code' }]
  const last = all.find(each => each.state === 'inactive')
  if (last) return { ...story(last), offer: { text, button: 'subscriptions.subscribe_again' } }
  return { answer: { id: 'subscriptions.none' }, next: [], offer: { text, button: 'subscriptions.choose' } }
}

const byStart = (a: Subscription, b: Subscription) => Date.parse(a.period.from) - Date.parse(b.period.from)

/** Sentences of a subscription that does not run don't depend on the time. */
const story = (subscription: Subscription) => describeSubscription(subscription, { nowMs: 0 })
