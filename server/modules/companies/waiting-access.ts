import type { ConcernOf } from '#contract/subscriptions/concerns.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { activationUrl } from './access-link.ts'
import { prepareWaitingAccesses } from './access-store.ts'
import { kindOf } from './list-shared-subscriptions.ts'
import { giverOf } from './mail-access-link.ts'
import { findShared } from './store.ts'

/**
 * Prepares the access of a company or a family that waits for a reader, with the link that was mailed (R13.10); of
 * several the one whose link works longest, of those whose subscription has not ended.
 *
 * @returns a function of the reader's id and language
 */
export function waitingAccess(deps: Pick<Deps, 'db' | 'clock' | 'settings'>) {
  const accessesOf = prepareWaitingAccesses(deps.db)
  return async (userId: number, locale: Locale): Promise<ConcernOf<'offer'> | undefined> => {
    const now = deps.clock.now()
    for (const access of (await accessesOf(userId)) ?? []) {
      if (Temporal.Instant.compare(access.linkExpiresAt, now) <= 0) return undefined
      const shared = await findShared(deps.db, access.subscriptionId)
      if (!shared || Temporal.Instant.compare(shared.endsAt, now) <= 0) continue
      return {
        kind: 'offer',
        of: kindOf(shared),
        from: giverOf(shared),
        product: localized(shared.product, 'name', locale),
        until: access.linkExpiresAt.toString(),
        url: activationUrl(deps, access.linkKey),
      }
    }
    return undefined
  }
}
