import { deviceLimit, ebookUse } from './modules/devices/index.ts'
import { currentAccess, rolesOf } from './modules/subscriptions/index.ts'
import type { Deps } from './platform/deps.ts'

/** What the identity module tells of a reader but other modules know. */
export const readerFacts = (deps: Deps) => ({
  rolesOf: (userId: number) => rolesOf(deps, userId, false),
  deviceLimit: async (userId: number) =>
    deviceLimit(deps, userId, (await currentAccess(deps, userId)).deviceLimit),
  ebooks: (userId: number) => ebookUse(deps, userId),
  isSubscriber: async (userId: number) => (await currentAccess(deps, userId)).isSubscriber,
  hasRecurringSms: async (userId: number) => (await currentAccess(deps, userId)).hasRecurringSms,
})
