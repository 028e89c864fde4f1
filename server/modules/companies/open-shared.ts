import { eq, sql } from 'drizzle-orm'
import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { kindOf } from './list-shared-subscriptions.ts'
import { findLastPeriodId, findRenewedSince, findShared, lockShared, type SharedRow } from './store.ts'
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

/**
 * Adds seats that were paid for, till the end for which they were ordered.
 *
 * @param tx transaction that settles the payment
 * @param ordered.until that end; null in orders of before it was kept
 * @returns their end; undefined when nothing is added, since that end has come, or is another one by now
 */
export async function addSeats(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { subscriptionId, seats, until }: { subscriptionId: number; seats: number; until: Temporal.Instant | null },
): Promise<Temporal.Instant | undefined> {
  await openShared(tx, { subscriptionId, company: null })
  await lockShared(tx, subscriptionId)
  const shared = await findShared(tx, subscriptionId)
  if (!shared) throw new Error('A subscription that was enlarged is not there')
  const { endsAt } = shared
  if (Temporal.Instant.compare(endsAt, clock.now()) <= 0 || !endsAt.equals(until ?? endsAt)) return undefined
  await tx
    .update(sharedSubscriptions)
    .set({ seats: sql`${sharedSubscriptions.seats} + ${seats}` })
    .where(eq(sharedSubscriptions.subscriptionId, subscriptionId))
  return endsAt
}

/**
 * The period after which a renewal begins, and its end; the subscription is locked until the end of the transaction, so
 * that two renewals paid concurrently follow one another.
 *
 * @param ordered.seats of its package
 * @param ordered.at when it was ordered
 * @returns undefined when it was renewed since with another number of accesses: a subscription has one number at a time, so
 *   that of a year would count for the other too
 */
export async function lockLastPeriod(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  ordered: { subscriptionId: number; seats: number; at: Temporal.Instant },
): Promise<{ id: number; endsAt: Temporal.Instant } | undefined> {
  const { subscriptionId } = ordered
  await openShared(tx, { subscriptionId, company: null })
  await lockShared(tx, subscriptionId)
  const shared = await findShared(tx, subscriptionId)
  if (!shared) throw new Error('A subscription that was renewed is not there')
  const id = await findLastPeriodId(tx, subscriptionId)
  const renewed = await findRenewedSince(tx, id, ordered.at)
  const isLeft = renewed && Temporal.Instant.compare(renewed.endsAt, clock.now()) > 0
  return isLeft && renewed.seats !== ordered.seats ? undefined : { id, endsAt: shared.endsAt }
}
