import { and, eq, gt, inArray, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { recordActivity } from '#server/modules/activity/index.ts'
import { isHeldFromErasure } from '#server/modules/identity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { isWithdrawal, type PaymentRow, type RefundRow } from '#server/modules/payments/index.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatLastDay, formatMoney } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { endSubscription } from './grant-subscription.ts'
import { findLastOfChains } from './last-of-chain.ts'
import { moveBehind } from './move-behind.ts'
import { findGivenBehind } from './renewal/given-behind.ts'
import { chargeTime } from './renewal/plan-renewal.ts'
import { stopRenewalsOf } from './renewal/stop-renewal.ts'
import { hasRunningRenewal } from './renewal/store.ts'
import { findPaidProduct } from './store.ts'
import { recurringProfiles, subscriptions, upgrades } from './tables.ts'
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
  const changed = await change(tx, deps, payment, refund)
  if (!isWithdrawal(refund)) await tell(tx, deps, { payment, refund, ...changed })
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
  const taken = await findTaken(tx, payment)
  await applyRefund(tx, deps, payment, refund)
  if (refund.access === 'end') await restore(tx, deps, payment.userId, taken)
}

/**
 * Ends what a payment bought though nothing of it is given back, and restores what that replaced.
 *
 * @param tx transaction of the withdrawal
 */
export async function endBought(tx: Tx, deps: RefundDeps, payment: PaymentRow): Promise<void> {
  const taken = await findTaken(tx, payment)
  await change(tx, deps, payment, { access: 'end', amountCents: 0, requestedBy: 'reader' })
  await restore(tx, deps, payment.userId, taken)
}

/** @returns the periods that it concerns, and whether their renewal stopped */
async function change(
  tx: Tx,
  deps: RefundDeps,
  payment: PaymentRow,
  { access, amountCents: cents, requestedBy }: Pick<RefundRow, 'access' | 'amountCents' | 'requestedBy'>,
): Promise<{ ids: number[]; stopsRenewal: boolean }> {
  const stopsRenewal = access !== 'keep' || payment.state === 'refunded'
  const own = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.paymentId, payment.id))
  const later: Later[] = []
  for (const { id } of own) later.push(...(await findLater(tx, id)))
  const rests = restsOf(later)
  const ids = [...own, ...rests].map(({ id }) => id)
  const days = access === 'shorten' ? await daysOf(tx, payment, cents) : 0
  if (stopsRenewal) {
    const reader = { userId: payment.userId, now: deps.clock.now() }
    // What has renewed it since goes on no further either; what a bank took leaves that (decision 069).
    const isChain = requestedBy !== 'bank' && ids.length > 0
    const lasts = isChain ? (await findLastOfChains(tx, ids)).values() : []
    await stopRenewalsOf(tx, deps, [...ids, ...lasts, ...(await findGivenBehind(tx, ids, reader))])
  }
  for (const id of ids) {
    if (access === 'end') await endSubscription(tx, deps, id)
    if (access === 'shorten') await shortenBy(tx, deps, id, { days, cents })
  }
  if (access === 'end' && rests.length === later.length) {
    const undone = rests.map(({ upgradeId }) => upgradeId)
    await tx.update(upgrades).set({ failedAt: deps.clock.now() }).where(inArray(upgrades.id, undone))
  }
  return { ids, stopsRenewal }
}

type Taken = {
  upgrade: typeof upgrades.$inferSelect
  openedUntil: Temporal.Instant
  later: Later[]
}

/** What a purchase took the place of, till when it was to last, and what it was upgraded to. */
async function findTaken(tx: Tx, payment: PaymentRow): Promise<Taken[]> {
  const rows = await tx
    .select({ upgrade: upgrades, openedId: subscriptions.id, openedUntil: soldUntil })
    .from(upgrades)
    .innerJoin(subscriptions, eq(subscriptions.id, upgrades.openedId))
    .leftJoin(next, isNext)
    .where(and(eq(upgrades.paymentId, payment.id), isNull(upgrades.failedAt), not(isEndedByRefund)))
  const taken: Taken[] = []
  for (const { openedId, ...row } of rows) taken.push({ ...row, later: await findLater(tx, openedId) })
  return taken
}

/** What was bought behind the purchase since comes behind what is restored. */
async function restore(tx: Tx, deps: RefundDeps, userId: number, taken: readonly Taken[]): Promise<void> {
  const now = deps.clock.now()
  const restored: number[] = []
  for (const { upgrade, openedUntil, later } of taken) {
    // It is over; or what it was upgraded to stands, and the replaced subscription is credit towards that.
    if (Temporal.Instant.compare(openedUntil, now) <= 0 || restsOf(later).length < later.length) continue
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
    restored.push(upgrade.subscriptionId)
  }
  if (restored.length > 0) await moveBehind(tx, restored, { userId, now })
}

/** A period that took the place of another, by a live upgrade. */
type Later = {
  id: number
  upgradeId: number
  /** Whether it was for the rest of that one only. */
  isRest: boolean
}

const next = alias(upgrades, 'next_upgrade')
const isNext = and(eq(next.subscriptionId, subscriptions.id), isNull(next.failedAt))
/** Till when a period lasts, or was to last before its own upgrade. */
const soldUntil = sql`coalesce(${next.formerEndsAt}, ${subscriptions.endsAt})`.mapWith(subscriptions.endsAt)

/** What a period was upgraded to, what that was upgraded to, and so on. */
async function findLater(tx: Tx, id: number): Promise<Later[]> {
  const [found] = await tx
    .select({
      id: subscriptions.id,
      upgradeId: upgrades.id,
      isRest: sql<boolean>`${soldUntil} <= ${upgrades.formerEndsAt}`,
    })
    .from(upgrades)
    .innerJoin(subscriptions, eq(subscriptions.id, upgrades.openedId))
    .leftJoin(next, isNext)
    .where(and(eq(upgrades.subscriptionId, id), isNull(upgrades.failedAt)))
  return found ? [found, ...(await findLater(tx, found.id))] : []
}

/** Those that end with it: a bought whole period stands by itself, the rest was only credit towards its price. */
function restsOf(later: readonly Later[]): Later[] {
  const whole = later.findIndex(({ isRest }) => !isRest)
  return later.slice(0, whole < 0 ? later.length : whole)
}

/**
 * How many whole days of the period that was paid for a sum is worth, rounded down; as it would be without an upgrade. What
 * was left of a former period and counted towards its price has bought some of them, too.
 */
async function daysOf(tx: Tx, payment: PaymentRow, cents: number): Promise<number> {
  const [period] = await tx
    .select({ own: subscriptions, upgrade: upgrades })
    .from(subscriptions)
    .leftJoin(upgrades, and(eq(upgrades.subscriptionId, subscriptions.id), isNull(upgrades.failedAt)))
    .where(eq(subscriptions.paymentId, payment.id))
  if (!period) return 0
  const { own, upgrade } = period
  const whole = daysBetween(upgrade?.formerStartsAt ?? own.startsAt, upgrade?.formerEndsAt ?? own.endsAt)
  const credits = await tx
    .select({ cents: upgrades.creditedCents })
    .from(upgrades)
    .where(and(eq(upgrades.openedId, own.id), isNull(upgrades.failedAt)))
  const worthCents = credits.reduce((total, each) => total + each.cents, payment.amountCents)
  return Math.floor((whole * cents) / worthCents)
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
  else {
    await tx.update(subscriptions).set({ endsAt }).where(eq(subscriptions.id, id))
    // Staff may turn on what was stopped.
    const isPlan = and(eq(recurringProfiles.subscriptionId, id), eq(recurringProfiles.state, 'admin_stop'))
    await tx
      .update(recurringProfiles)
      .set({ chargeAt: chargeTime(endsAt) })
      .where(and(isPlan, isNull(recurringProfiles.pausedUntil)))
  }
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
  if (await isHeldFromErasure(tx, payment.userId)) {
    await recordActivity(tx, deps, { userId: payment.userId, by: 'staff', kind: 'payment_refunded' })
  }
  const { product, reader, hasDocument } = await findPaidProduct(tx, payment)
  const ends = await tx
    .select({ at: subscriptions.endsAt })
    .from(subscriptions)
    .where(inArray(subscriptions.id, ids))
    .orderBy(subscriptions.endsAt)
  const last = ends.at(-1)
  // What was over before nobody reads until a day.
  const isTold = last && (refund.access === 'end' || Temporal.Instant.compare(last.at, deps.clock.now()) > 0)
  await sendMail(tx, deps, {
    to: reader.email,
    locale: reader.locale,
    template: 'payment_refunded',
    values: {
      product: localized(product, 'name', reader.locale),
      price: formatMoney(reader.locale, refund.amountCents),
      way: refund.requestedBy === 'bank' ? 'bank' : refund.way,
      access: isTold ? outcomes[refund.access] : 'none',
      until: last ? formatLastDay(reader.locale, last.at) : '',
      document: hasDocument ? 'yes' : 'no',
      // Said of all that the reader has.
      renewal: stopsRenewal && !(await hasRunningRenewal(tx, payment.userId)) ? 'stopped' : 'kept',
    },
    link: `${deps.settings.origins.account}/predplatne`,
  })
}
