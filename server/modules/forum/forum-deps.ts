import type { ForumGateway } from '#server/gateways/forum/port.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Dependencies of discussions beyond the common ones. */
export type ForumDeps = Deps & { forum: ForumGateway }

/** Pseudonymous id of a reader for the forum, which gets no e-mail and no name. */
export const forumNameOf = (userId: number): string => String(userId)
