import type { SessionPayload } from '#contract/identity/session-token.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findRunningSubscriptions } from './store.ts'

type Roles = NonNullable<SessionPayload['sbr']>

/**
 * The roles that a session token carries: one for each access flag that the reader has now, till the latest end
 * among the subscriptions that give it (R3.05).
 *
 * @param deviceLimitReached whether the device that asks is over the limit
 */
export async function rolesOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  deviceLimitReached: boolean,
): Promise<Roles> {
  const roles: Roles = {}
  for (const subscription of await findRunningSubscriptions(db, userId, clock.now())) {
    const exp = Math.floor(subscription.endsAt.epochMilliseconds / 1000)
    for (const flag of subscription.access) {
      const known = roles[flag]
      roles[flag] = {
        exp: Math.max(known?.exp ?? 0, exp),
        dlr: deviceLimitReached,
        rec: (known?.rec ?? false) || subscription.renewal === 'active',
      }
    }
  }
  return roles
}
