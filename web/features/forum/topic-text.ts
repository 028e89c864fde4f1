import type { TopicState } from '#contract/forum/forum.ts'
import { translate } from '#web/lib/texts/i18n.ts'

/** Text of a topic's state; none for an open one (R4.12). */
export const topicStateText = (state: TopicState): string | undefined =>
  state === 'open' ? undefined : translate(`forum.topic.${state}`)
