import type { ForumGateway } from '#server/gateways/forum/port.ts'
import type { Deps } from '#server/platform/deps.ts'

/** What the discussions need beyond what everybody has. */
export type ForumDeps = Deps & { forum: ForumGateway }

/** By what a reader is known to the forum. It learns no address and no name. */
export const forumNameOf = (userId: number): string => String(userId)
