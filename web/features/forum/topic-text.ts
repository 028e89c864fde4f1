import type { TopicState } from '#contract/forum/forum.ts'
import { translate } from '#web/lib/texts/i18n.ts'

/** What there is to say of a topic's state; nothing of one that is open (R4.12). */
export const topicStateText = (state: TopicState): string | undefined =>
  state === 'open' ? undefined : translate(`forum.topic.${state}`)
