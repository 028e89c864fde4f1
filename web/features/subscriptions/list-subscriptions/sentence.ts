import type { MessageKey } from '#locales/message-values.ts'
import type { MessageOf } from '#locales/values-of.ts'

/** One sentence of a page: a message and what it mentions; the helpdesk's address is added when it is shown. */
export type Sentence = MessageOf<Extract<MessageKey, `subscriptions.${string}`>, 'helpdesk'>
