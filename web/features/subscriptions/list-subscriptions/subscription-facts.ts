import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { cardName, lastDay } from '#web/lib/reader/subscription-words.ts'
import { formatCardMonth, formatDate, formatMoney, formatTime } from '#web/lib/texts/format.ts'
import { type PlainMessageKey, translate } from '#web/lib/texts/i18n.ts'

export type Fact = {
  name: PlainMessageKey
  /** The value; a document has an address as well. */
  value: string | readonly { text: string; href: string }[]
}

/**
 * All facts of a subscription as texts (R3.06). Missing ones are left out: a transfer has no card, a gift no
 * next payment.
 */
export function subscriptionFacts(subscription: Subscription): Fact[] {
  const { type, group, audience, state, period, price, payment, recurrence } = subscription
  const card = payment?.card
  const next = recurrence.state === 'on' ? recurrence.next_payment : null
  const groupName = translate(`subscriptions.group.${group}`)
  const facts: (Fact | undefined)[] = [
    // Basic products have the name of their group.
    type.name === groupName ? undefined : { name: 'subscriptions.fact.product', value: type.name },
    { name: 'subscriptions.fact.group', value: groupName },
    { name: 'subscriptions.fact.audience', value: translate(`subscriptions.audience.${audience}`) },
    { name: 'subscriptions.fact.state', value: translate(`subscriptions.state.${state}`) },
    {
      name: 'subscriptions.fact.period',
      value: `${formatDate(period.from)} – ${lastDay(subscription)}`,
    },
    { name: 'subscriptions.fact.price', value: formatMoney(price) },
    {
      name: 'subscriptions.fact.method',
      value: card ? cardName(card) : translate(`subscriptions.method.${payment?.method ?? 'none'}`),
    },
    card ? { name: 'subscriptions.fact.card_valid', value: formatCardMonth(card.valid_until) } : undefined,
    documents(subscription),
    // Ended without a reason means renewed: the next period is a subscription of its own.
    state === 'inactive' && recurrence.reason === null
      ? undefined
      : {
          name: 'subscriptions.fact.recurrence',
          value: translate(`subscriptions.recurrence.${recurrence.state}`),
        },
    next && recurrence.can_stop_until !== null
      ? { name: 'subscriptions.fact.stop_until', value: dateAndTime(recurrence.can_stop_until) }
      : undefined,
    next
      ? {
          name: 'subscriptions.fact.next_payment',
          value: `${formatDate(next.at)}, ${formatMoney(next.price)}`,
        }
      : undefined,
    next && recurrence.next_type
      ? { name: 'subscriptions.fact.next_type', value: recurrence.next_type.name }
      : undefined,
  ]
  return facts.filter(fact => fact !== undefined)
}

function documents({ payment }: Subscription): Fact | undefined {
  const value = [
    { text: translate('subscriptions.receipt'), href: payment?.receipt_url },
    { text: translate('subscriptions.invoice'), href: payment?.invoice_url },
  ].flatMap(({ text, href }) => (href ? [{ text, href }] : []))
  return value.length > 0 ? { name: 'subscriptions.fact.documents', value } : undefined
}

const dateAndTime = (instant: string): string =>
  translate('subscriptions.date_and_time', { date: formatDate(instant), time: formatTime(instant) })
