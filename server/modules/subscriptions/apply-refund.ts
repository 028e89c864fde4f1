import { and, eq, gt, inArray, isNull, lte, not, sql } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { isWithdrawal, type PaymentRow, type RefundRow } from '#server/modules/payments/index.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatDay, formatMoney } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { endSubscription } from './grant-subscription.ts'
import { stopRenewalOf } from './renewal/stop-renewal.ts'
import { findPaidProduct } from './store.ts'
import { subscriptions, upgrades } from './tables.ts'
import { isEndedByRefund } from './upgrade-store.ts'
import { daysBetween } from './worth.ts'

type RefundDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>

/**
 * What a refund means for the period that was paid for, with what it was upgraded to: as the refund says, it ends now, is
 * shortened in proportion to the sum, or stays. Unless it stays and something remains paid, its renewal stops, so nobody
 * is charged again unasked. The reader is told by mail and in the log; of a withdrawal by the module that received it.
 *
 * @param tx transaction of the refund
 * @param payment after the refund
 */
export async function applyRefund(
  tx: Tx,
  deps: RefundDeps,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  const stopsRenewal = refund.access !== 'keep' || payment.state === 'refunded'
  const own = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.paymentId, payment.id))
  const ids = await withUpgrades(
    tx,
    own.map(({ id }) => id),
  )
  const days = refund.access === 'shorten' ? await daysOf(tx, payment, refund.amountCents) : 0
  for (const id of ids) {
    if (stopsRenewal) await stopRenewalOf(tx, deps, id)
    if (refund.access === 'end') await endSubscription(tx, deps, id)
    if (refund.access === 'shorten') await shortenBy(tx, deps, id, { days, cents: refund.amountCents })
  }
  if (!isWithdrawal(refund)) await tell(tx, deps, { payment, refund, ids, stopsRenewal })
}

/**
 * Undoes an upgrade when the refund of its purchase ends it: the subscription that it replaced runs on for the rest of
 * its period.
 *
 * @param tx transaction of the refund
 */
export async function takeBackUpgrade(
  tx: Tx,
  deps: RefundDeps,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  const now = deps.clock.now()
  const taken = await tx
    .select({ upgrade: upgrades, openedUntil: subscriptions.endsAt })
    .from(upgrades)
    .innerJoin(subscriptions, eq(subscriptions.id, upgrades.openedId))
    .where(and(eq(upgrades.paymentId, payment.id), isNull(upgrades.failedAt), not(isEndedByRefund)))
  await applyRefund(tx, deps, payment, refund)
  if (refund.access !== 'end') return
  for (const { upgrade, openedUntil } of taken) {
    // The upgrade had ended before, e.g. since the replaced subscription was itself refunded: nothing to restore.
    if (Temporal.Instant.compare(openedUntil, now) <= 0) continue
    const startsAt = sql`coalesce(${upgrade.formerStartsAt?.toString() ?? null}::timestamptz, ${subscriptions.startsAt})`
    const endsAt = upgrade.formerEndsAt ?? openedUntil
    await tx
      .update(subscriptions)
      .set({ startsAt, endsAt })
      // Unless a refund of its own has left nothing of it.
      .where(
        and(
          eq(subscriptions.id, upgrade.subscriptionId),
          sql`${endsAt.toString()}::timestamptz > greatest(${now.toString()}::timestamptz, ${startsAt})`,
        ),
      )
    await tx.update(upgrades).set({ failedAt: now }).where(eq(upgrades.id, upgrade.id))
  }
}

/** With what they were upgraded to. */
async function withUpgrades(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const upgraded = await tx
    .select({ id: subscriptions.id })
    .from(upgrades)
    .innerJoin(subscriptions, eq(subscriptions.id, upgrades.openedId))
    .where(
      and(
        inArray(upgrades.subscriptionId, [...ids]),
        isNull(upgrades.failedAt),
        // A bought whole period stands by itself; the rest of the replaced one was only credit towards its price.
        lte(subscriptions.endsAt, upgrades.formerEndsAt),
      ),
    )
  const opened = await withUpgrades(
    tx,
    upgraded.map(({ id }) => id),
  )
  return [...ids, ...opened]
}

/** How many whole days of the period that was paid for a sum is worth, rounded down; as it would be without an upgrade. */
async function daysOf(tx: Tx, payment: PaymentRow, cents: number): Promise<number> {
  const [period] = await tx
    .select({ own: subscriptions, upgrade: upgrades })
    .from(subscriptions)
    .leftJoin(upgrades, and(eq(upgrades.subscriptionId, subscriptions.id), isNull(upgrades.failedAt)))
    .where(eq(subscriptions.paymentId, payment.id))
  if (!period) return 0
  const { own, upgrade } = period
  const whole = daysBetween(upgrade?.formerStartsAt ?? own.startsAt, upgrade?.formerEndsAt ?? own.endsAt)
  return Math.floor((whole * cents) / payment.amountCents)
}

/** Takes days off the end of a period, and off what an upgrade has taken the place of, which may come back and is credit. */
async function shortenBy(
  tx: Tx,
  deps: RefundDeps,
  id: number,
  { days, cents }: { days: number; cents: number },
): Promise<void> {
  const now = deps.clock.now()
  const earlier = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).subtract({ days }).toInstant()
  const replacedBy = and(eq(upgrades.subscriptionId, id), isNull(upgrades.failedAt))
  const [upgrade] = await tx.select().from(upgrades).where(replacedBy)
  if (upgrade?.formerEndsAt) {
    await tx
      .update(upgrades)
      .set({
        formerEndsAt: earlier(upgrade.formerEndsAt),
        creditedCents: Math.max(0, upgrade.creditedCents - cents),
      })
      .where(replacedBy)
  }
  const [period] = await tx
    .select({ startsAt: subscriptions.startsAt, endsAt: subscriptions.endsAt })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), gt(subscriptions.endsAt, now)))
  if (!period) return
  const endsAt = earlier(period.endsAt)
  const isOver = [now, period.startsAt].some(other => Temporal.Instant.compare(endsAt, other) <= 0)
  if (isOver) await endSubscription(tx, deps, id)
  else await tx.update(subscriptions).set({ endsAt }).where(eq(subscriptions.id, id))
}

const outcomes = { end: 'ended', shorten: 'shortened', keep: 'kept' } as const

async function tell(
  tx: Tx,
  deps: RefundDeps,
  {
    payment,
    refund,
    ids,
    stopsRenewal,
  }: { payment: PaymentRow; refund: RefundRow; ids: number[]; stopsRenewal: boolean },
): Promise<void> {
  await recordActivity(tx, deps, { userId: payment.userId, by: 'staff', kind: 'payment_refunded' })
  const { product, reader } = await findPaidProduct(tx, payment)
  const ends = await tx
    .select({ at: subscriptions.endsAt })
    .from(subscriptions)
    .where(inArray(subscriptions.id, ids))
    .orderBy(subscriptions.endsAt)
  const last = ends.at(-1)
  await sendMail(tx, deps, {
    to: reader.email,
    locale: reader.locale,
    template: 'payment_refunded',
    values: {
      product: localized(product, 'name', reader.locale),
      price: formatMoney(reader.locale, refund.amountCents),
      way: refund.requestedBy === 'bank' ? 'bank' : refund.way,
      access: last ? outcomes[refund.access] : 'none',
      until: last ? formatDay(reader.locale, last.at) : '',
      renewal: stopsRenewal ? 'stopped' : 'kept',
    },
    link: `${deps.settings.origins.account}/predplatne`,
  })
}
