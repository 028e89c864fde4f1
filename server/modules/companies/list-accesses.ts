import type { listAccesses as endpoint } from '#contract/companies/companies.ts'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import { defaultPageSize } from '#contract/wire.ts'
import { normaliseEmail } from '#server/modules/identity/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { toAccess } from './access-state.ts'
import { type AccessFilter, countAccesses, findAccessPage } from './access-store.ts'
import { requireAdministrator } from './require-administrator.ts'

type Asked = {
  subscriptionId: number
  limit?: number | undefined
  cursor?: string | undefined
  q?: string | undefined
  state?: AccessFilter['state']
  sort?: Parameters<typeof findAccessPage>[2]['sort'] | undefined
}

/**
 * A page of a subscription's accesses, with the number of seats (R1.16, R13.12). The cursor is the number of accesses
 * before the page, in an order that is the same for the same rows (decision 089).
 *
 * @throws AppError `forbidden`
 */
export async function listAccesses(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  { subscriptionId, limit = defaultPageSize, cursor = '0', q = '', state, sort = 'email' }: Asked,
): Promise<EndpointAnswer<typeof endpoint>> {
  const { seats, administrator, administratorId } = await requireAdministrator(deps, actor, subscriptionId)
  const filter = { words: foldedWords(q), state }
  const offset = Number(cursor)
  const now = deps.clock.now()
  const [counted, rows] = await Promise.all([
    countAccesses(deps.db, subscriptionId, filter, { id: administratorId, email: administrator.email }, now),
    findAccessPage(deps.db, subscriptionId, { ...filter, sort, limit, offset }, now),
  ])
  const { total, own, ...counts } = counted
  return {
    seats,
    used: counts.waiting + counts.active,
    has_own: own > 0,
    counts,
    total,
    items: rows.map(row => toAccess(deps, row)),
    next_cursor: offset + rows.length < total && rows.length > 0 ? String(offset + limit) : null,
  }
}

/** Addresses are in small letters without accents, so a name is found as people write it: „Kováč“, „Jana Nová“. */
const foldedWords = (q: string): string[] =>
  q
    .split(/\s+/)
    .filter(word => word !== '')
    .map(word => normaliseEmail(word).normalize('NFD').replaceAll(/\p{M}/gu, ''))
