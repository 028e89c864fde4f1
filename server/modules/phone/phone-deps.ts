import type { ReaderFacts } from '#server/modules/identity/index.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Facts about a reader from other modules, on which the rules of the number depend (R6.05). */
export type PhoneDeps = Deps & { facts: Pick<ReaderFacts, 'isSubscriber' | 'hasRecurringSms'> }
