import type { Settings } from '../settings.ts'

/**
 * Origins to which a sign-in leads on: those that may write, and what the publisher's readers read. The same as in the browser
 * (`web/login/leave.ts`), so that a mailed link and another provider lead where a password does.
 */
export const returnOrigins = ({
  trustedOrigins,
  origins: { publisher },
  otherHosts: { forum, blog },
}: Pick<Settings, 'trustedOrigins' | 'origins' | 'otherHosts'>): string[] => [
  ...new Set([...trustedOrigins, ...[publisher, forum, blog].map(address => new URL(address).origin)]),
]
