import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { journeysOf } from '../journeys.ts'
import { contains } from '../paid-periods.ts'
import { type PlannedChange, products, recurringProfiles, subscriptions } from '../tables.ts'
import type { Terms } from './plan-renewal.ts'
import { mailAbout, renewalTopic } from './renewal-mail.ts'
import { findLiveRenewal, type RenewalRow } from './store.ts'

type ChangeDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>
type Former = NonNullable<PlannedChange['former']>

/** What an undo of a planned change restores. */
export const formerOf = (productCode: string, { priceCents, comingCents, comingFrom }: Terms): Former => ({
  productCode,
  priceCents,
  comingCents,
  comingFrom: comingFrom?.toString() ?? null,
})

const termsOf = ({ priceCents, comingCents, comingFrom }: Former): Terms => ({
  priceCents,
  comingCents,
  comingFrom: comingFrom === null ? null : Temporal.Instant.from(comingFrom),
})

/**
 * Takes a planned change back, so that the renewal goes on with what it had, at the price that its reader knew. Its reader is
 * told. Nothing is undone while its charge is under way.
 *
 * @returns whether there was one to undo
 */
export async function takeBackChange(
  tx: Tx,
  deps: ChangeDeps,
  requester: Requester,
  row: RenewalRow,
): Promise<boolean> {
  const { renewal, subscription } = row
  const change = renewal.plannedChange
  if (!change) return false
  const { former } = change
  const undone = await tx
    .update(recurringProfiles)
    .set({
      plannedChange: null,
      ...(former && { nextProductCode: former.productCode, ...termsOf(former), remindedAt: null }),
    })
    .where(
      and(
        eq(recurringProfiles.id, renewal.id),
        isNotNull(recurringProfiles.plannedChange),
        or(isNull(recurringProfiles.paymentId), sql`${recurringProfiles.plannedChange} ->> 'former' is null`),
      ),
    )
    .returning({ id: recurringProfiles.id })
  if (undone.length === 0) return false
  await withdrawMails(tx, renewalTopic(subscription.id))
  const restored = (await findLiveRenewal(tx, subscription.id, requester.userId)) ?? row
  // What is off is charged on no day.
  if (renewal.state === 'active')
    await mailAbout(tx, deps, restored, 'change_undone', { day: renewal.chargeAt })
  await recordActivity(tx, deps, {
    ...requester,
    kind: 'subscription_change_undone',
    details: { product: change.productCode },
  })
  return true
}

/**
 * Takes back planned changes whose product would be paid for beside what was bought meanwhile, for the same days (R11.01).
 *
 * @param bought the product
 */
export async function takeBackChangesBeside(
  tx: Tx,
  deps: ChangeDeps,
  userId: number,
  bought: Pick<typeof products.$inferSelect, 'access' | 'seats' | 'audience' | 'renewsInto'>,
): Promise<void> {
  if (!journeysOf(bought).join) return
  const planned = await tx
    .select({ id: recurringProfiles.subscriptionId, product: products })
    .from(recurringProfiles)
    .innerJoin(subscriptions, eq(subscriptions.id, recurringProfiles.subscriptionId))
    .innerJoin(products, sql`${products.code} = ${recurringProfiles.plannedChange} ->> 'productCode'`)
    .where(eq(subscriptions.userId, userId))
  for (const { id, product } of planned) {
    if (!contains(product, bought) && !contains(bought, product)) continue
    const row = await findLiveRenewal(tx, id, userId)
    if (row) await takeBackChange(tx, deps, { userId }, row)
  }
}
