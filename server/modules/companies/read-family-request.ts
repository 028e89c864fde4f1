import type { FamilyRequest } from '#contract/companies/family-requests.ts'
import { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { findFamilyRequest, requireOpen } from './find-family-request.ts'
import { kindOf } from './list-shared-subscriptions.ts'
import { giverOf } from './mail-access-link.ts'

/**
 * Tells the holder of a link what it gives, and from whom. Read-only.
 *
 * @throws AppError `family_request_not_found`, `family_code_expired`
 */
export async function readFamilyRequest(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  code: string,
  locale: Locale,
): Promise<FamilyRequest> {
  const request = await findFamilyRequest(deps.db, deps, code)
  requireOpen(request, deps.clock.now())
  const { access, shared } = request
  const { product } = shared
  return {
    kind: kindOf(shared),
    from: giverOf(shared),
    group: product.group,
    type: { code: product.code, name: localized(product, 'name', locale) },
    access: product.access.map(flag => AccessFlag.parse(flag)),
    device_limit: product.deviceLimit,
    period: { from: shared.startsAt.toString(), to: shared.endsAt.toString() },
    expires_at: access.linkExpiresAt.toString(),
  }
}
