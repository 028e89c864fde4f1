import type * as z from 'zod/mini'
import type { Card, Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { MessageKey } from '#locales/message-values.ts'
import type { MessageOf } from '#locales/values-of.ts'
import { formatDate } from '#web/lib/texts/format.ts'

/** One sentence of a page: a message and what it mentions; the helpdesk's address is added when it is shown. */
export type Sentence = MessageOf<Extract<MessageKey, `subscriptions.${string}`>, 'helpdesk'>

/** A card as the reader knows it: `Visa •••• 4242`. It never breaks across lines. */
export const cardName = (card: z.infer<typeof Card>): string =>
  `${card.brand} •••• ${card.last4}`.replaceAll(' ', '\u00a0')

/** The last day of access; a period's end is exclusive (R4.05). */
export const lastDay = ({ period }: Subscription): string =>
  formatDate(new Date(Date.parse(period.to) - 1).toISOString())

/** A seat in a subscription that somebody else pays for. */
export const isSeat = ({ given_by: from }: Subscription): boolean => from !== null
