import { openShared } from '#server/modules/companies/index.ts'
import { openSubscription } from '#server/modules/subscriptions/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { findImported } from './store.ts'

/** Opens what an imported payment pays for, by the rule of every purchase. */
export async function openImported(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  { payment, audience }: Awaited<ReturnType<typeof findImported>>[number],
): Promise<void> {
  const { userId, productCode } = payment
  const { id: subscriptionId } = await openSubscription(tx, deps, { userId, productCode, payment })
  if (audience === 'company') await openShared(tx, { subscriptionId, company: null })
}
