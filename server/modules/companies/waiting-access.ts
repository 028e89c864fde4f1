import type { ConcernOf } from '#contract/subscriptions/concerns.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/localized.ts'
import { activationUrl } from './access-link.ts'
import { findAccessWaitingFor } from './access-store.ts'
import { kindOf } from './list-shared-subscriptions.ts'
import { inviterOf } from './mail-access-link.ts'
import { findShared } from './store.ts'

/** The access of a company or a family that waits for a reader, with the link that was mailed (R13.10). */
export async function readWaitingAccess(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  userId: number,
  locale: Locale,
): Promise<ConcernOf<'offer'> | undefined> {
  const now = deps.clock.now()
  const access = await findAccessWaitingFor(deps.db, userId, now)
  const shared = access && (await findShared(deps.db, access.subscriptionId))
  if (!access || !shared || Temporal.Instant.compare(shared.endsAt, now) <= 0) return undefined
  return {
    kind: 'offer',
    of: kindOf(shared),
    from: inviterOf(shared),
    product: localized(shared.product, 'name', locale),
    until: access.linkExpiresAt.toString(),
    url: activationUrl(deps, access.linkKey),
  }
}
