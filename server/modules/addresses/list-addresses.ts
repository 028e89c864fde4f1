import { asc, desc, eq } from 'drizzle-orm'
import type { Address } from '#contract/addresses/addresses.ts'
import { mayHaveInvoiceAddress } from '#server/modules/subscriptions/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { toAddress } from './address-row.ts'
import { addresses } from './tables.ts'

/** The reader's own addresses. Sort key: those for delivery first, then the last changed (R1.12). */
export async function listAddresses(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<{ items: Address[]; invoice_allowed: boolean }> {
  const rows = await deps.db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, actor.userId))
    .orderBy(desc(addresses.type), desc(addresses.changedAt), asc(addresses.id))
  return {
    items: rows.map(toAddress),
    invoice_allowed: await mayHaveInvoiceAddress(deps, actor.userId),
  }
}
