import type { Access } from '#contract/companies/companies.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { toAccess } from './access-state.ts'
import { requireAdministrator } from './require-administrator.ts'
import { findAccesses } from './store.ts'

/**
 * All accesses of a subscription, with the number of seats (R1.16).
 *
 * @throws AppError `forbidden`
 */
export async function listAccesses(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  subscriptionId: number,
): Promise<{ seats: number; used: number; items: Access[] }> {
  const { seats } = await requireAdministrator(deps, actor, subscriptionId)
  const items = (await findAccesses(deps.db, subscriptionId)).map(row => toAccess(deps, row))
  return { seats, used: items.filter(each => each.state !== 'deactivated').length, items }
}
