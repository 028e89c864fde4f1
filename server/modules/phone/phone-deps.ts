import type { ReaderFacts } from '#server/modules/identity/index.ts'
import type { Deps } from '#server/platform/deps.ts'

/** What other modules know of a reader and the rules of the number depend on (R6.05). */
export type PhoneDeps = Deps & { facts: Pick<ReaderFacts, 'isSubscriber' | 'hasRecurringSms'> }
