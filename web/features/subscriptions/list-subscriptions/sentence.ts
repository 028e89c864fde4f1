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

/** The last day on which the subscription may be read: its end is the first instant without access (R4.05). */
export const lastDay = ({ period }: Subscription): string =>
  formatDate(new Date(Date.parse(period.to) - 1).toISOString())

/** Someone else pays and gave this reader a place in it. */
export const isSeat = ({ given_by: from }: Subscription): boolean => from !== null
