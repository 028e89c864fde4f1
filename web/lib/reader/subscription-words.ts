import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { formatLastDay } from '../texts/format.ts'

/** A card as its bearer knows it: `Visa •••• 4242`. It never breaks across lines. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brand} •••• ${last4}`.replaceAll(' ', '\u00a0')

/** The card that pays next; else the one that has paid. */
export const cardOf = ({ recurrence, payment }: Pick<Subscription, 'recurrence' | 'payment'>) =>
  recurrence.card ?? payment?.card ?? null

/** The last day of access (R4.05). */
export const lastDay = ({ period }: Pick<Subscription, 'period'>): string => formatLastDay(period.to)

/** The subscription whose renewal prolongs this one: its last paid successor, or itself. */
export const renewingOf = (subscription: Subscription, all: readonly Subscription[]): Subscription =>
  all.find(each => each.id === subscription.recurrence.subscription_id) ?? subscription
