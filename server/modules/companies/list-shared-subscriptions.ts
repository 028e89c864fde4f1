import type { SharedSubscription } from '#contract/companies/companies.ts'
import type { Locale } from '#contract/wire.ts'
import { subscriptionState } from '#server/modules/subscriptions/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { countUsed } from './access-store.ts'
import { findManaged, type SharedRow } from './store.ts'

const order: readonly SharedSubscription['state'][] = ['active', 'future', 'inactive']

/** Subscriptions whose accesses a reader manages: running ones first, then future, then past ones. */
export async function listSharedSubscriptions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  locale: Locale,
): Promise<SharedSubscription[]> {
  const rows = await findManaged(db, userId)
  const used = await countUsed(
    db,
    rows.map(row => row.id),
  )
  return rows
    .map(row => ({
      subscription_id: row.id,
      kind: kindOf(row),
      name: row.companyName,
      group: row.product.group,
      type: { code: row.product.code, name: localized(row.product, 'name', locale) },
      state: subscriptionState(row, clock.now()),
      period: { from: row.startsAt.toString(), to: row.endsAt.toString() },
      seats: row.seats,
      used: used.get(row.id) ?? 0,
    }))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

/** Only these two audiences are shared. */
export const kindOf = ({ product }: SharedRow): SharedSubscription['kind'] =>
  product.audience === 'family' ? 'family' : 'company'
