import { eq, sql } from 'drizzle-orm'
import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { kindOf } from './list-shared-subscriptions.ts'
import { findLastPeriodId, findShared, lockShared, type SharedRow } from './store.ts'
import { sharedSubscriptions } from './tables.ts'

/**
 * Makes the buyer of a company package its administrator, under the company's name.
 *
 * @param tx transaction that opened the subscription
 * @param company whom the invoice is made out to
 * @param buyerReference its own number of the order, for the next documents too
 */
export async function openShared(
  tx: Tx,
  {
    subscriptionId,
    company,
    buyerReference = null,
  }: { subscriptionId: number; company: AddressInput | null; buyerReference?: string | null },
): Promise<void> {
  const shared = await findShared(tx, subscriptionId)
  if (!shared) return
  await openRow(tx, shared, {
    companyName: company?.company_name ?? null,
    companyId: company?.company_id ?? null,
    companyTaxId: company?.company_tax_id ?? null,
    companyVatId: company?.company_vat_id ?? null,
    buyerReference,
  })
}

/** Inserts the row of a shared subscription, which is locked by changes of its seats, unless it is there. */
export async function openRow(
  tx: Tx,
  shared: SharedRow,
  company: Partial<typeof sharedSubscriptions.$inferInsert> = {},
): Promise<void> {
  const { id: subscriptionId, administratorId, seats } = shared
  await tx
    .insert(sharedSubscriptions)
    .values({ subscriptionId, kind: kindOf(shared), administratorId, seats, ...company })
    .onConflictDoNothing()
}

/** Adds seats that were paid for. @param tx transaction that settles the payment @returns their end */
export async function addSeats(
  tx: Tx,
  { subscriptionId, seats }: { subscriptionId: number; seats: number },
): Promise<Temporal.Instant> {
  await openShared(tx, { subscriptionId, company: null })
  await tx
    .update(sharedSubscriptions)
    .set({ seats: sql`${sharedSubscriptions.seats} + ${seats}` })
    .where(eq(sharedSubscriptions.subscriptionId, subscriptionId))
  const shared = await findShared(tx, subscriptionId)
  if (!shared) throw new Error('A subscription that was enlarged is not there')
  return shared.endsAt
}

/**
 * The period after which a renewal begins, and its end; the subscription is locked until the end of the transaction, so
 * that two renewals paid concurrently follow one another.
 */
export async function lockLastPeriod(
  tx: Tx,
  subscriptionId: number,
): Promise<{ id: number; endsAt: Temporal.Instant }> {
  await openShared(tx, { subscriptionId, company: null })
  await lockShared(tx, subscriptionId)
  const shared = await findShared(tx, subscriptionId)
  if (!shared) throw new Error('A subscription that was renewed is not there')
  return { id: await findLastPeriodId(tx, subscriptionId), endsAt: shared.endsAt }
}
