import type { Deps } from '#server/platform/deps.ts'

/** Beyond the platform: who may get locked newsletters, which another module knows. */
export type NewslettersDeps = Deps & { isSubscriber: (userId: number) => Promise<boolean> }
