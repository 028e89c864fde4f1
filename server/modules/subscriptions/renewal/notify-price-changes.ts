import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { dayOf, timeZone } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachAlone, type Page } from '#server/platform/jobs/each-alone.ts'
import { formatMoney, formatTime } from '#server/platform/texts/format.ts'
import { findHoldings } from '../holdings.ts'
import { nextPeriod } from '../next-period.ts'
import { stopNotice } from '../recurrence/stop-time.ts'
import { plannedPrices, products, recurringProfiles } from '../tables.ts'
import { paidAfter } from './carried-renewal.ts'
import { isChargedNothing, isRunning, isUntried, lockToTell } from './notice-store.ts'
import { chargeTime } from './plan-renewal.ts'
import { mailAbout } from './renewal-mail.ts'
import { plannedCharge, priceDue, termsTold } from './renewal-price.ts'
import type { RenewalRow } from './store.ts'

type TellDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings' | 'log'>

/** How long before a payment its reader must know a higher price; for a shorter time the former one is charged. */
const notice = { hours: 30 * 24 }
/** Earliest notice before the payment: a reader who is told a year ahead forgets. */
const earliest = { hours: 45 * 24 }

/**
 * Tells readers that the price of their next payment, or the one after it, will change. The price told is stored with the
 * renewal and is what is charged, so a reader who was not told in time pays the former price. A lower price needs no
 * notice.
 */
export const notifyPriceChanges = (deps: TellDeps, signal?: AbortSignal): Promise<number> =>
  eachAlone(deps, signal, {
    name: 'tell-price-changes',
    find: page => findUntold(deps.db, deps.clock.now(), page),
    act: ({ id }) => deps.db.transaction(tx => tell(tx, deps, id)),
  })

/** Row lock while the reader is told: the renewal is not charged, stopped or moved meanwhile. */
async function tell(tx: Tx, deps: TellDeps, renewalId: number): Promise<void> {
  const now = deps.clock.now()
  const row = await lockToTell(tx, and(isRunning(now), isUntried()), renewalId)
  // Nothing is charged meanwhile, so nothing is announced; a notice that comes too late afterwards keeps the former price.
  if (!row || (await isChargedNothing(tx, row))) return
  const change = await findChange(tx, row, now)
  if (!change) return
  const { due, priceCents } = change
  const { locale } = row.reader
  const formerCents = priceDue(row.renewal, due)
  const stopUntil = due.subtract(stopNotice)
  await tx
    .update(recurringProfiles)
    .set(termsTold(row, due, priceCents))
    .where(eq(recurringProfiles.id, renewalId))
  await mailAbout(tx, deps, row, 'price_changed', {
    price: formatMoney(locale, priceCents),
    former: formatMoney(locale, formerCents),
    change: priceCents < formerCents ? 'lower' : 'higher',
    day: due,
    stop_until: stopUntil,
    time: formatTime(locale, stopUntil),
  })
}

/** The first payment with a price that the reader does not know, if its notice is due now. */
async function findChange(tx: Tx, row: RenewalRow, now: Temporal.Instant) {
  const { subscription, nextProduct } = row
  // A period that is paid already is not charged then.
  if (paidAfter(row, await findHoldings(tx, [subscription.userId], now), now)) return undefined
  const next = plannedCharge(row)
  const { pausedUntil } = row.renewal
  const { endsAt } = pausedUntil
    ? nextPeriod(null, pausedUntil, nextProduct.length)
    : nextPeriod(subscription.anchorAt, subscription.endsAt, nextProduct.length)
  for (const due of nextProduct.renewsInto === nextProduct.code ? [next, chargeTime(endsAt)] : [next]) {
    const priceCents = await findPriceOn(tx, nextProduct, due)
    const told = priceDue(row.renewal, due)
    const isBefore = (length: Temporal.DurationLike) => Temporal.Instant.compare(now.add(length), due) <= 0
    const isTime = !isBefore(earliest) && (isBefore(notice) || (priceCents < told && due === next))
    if (priceCents !== told && isTime) return { due, priceCents }
  }
  return undefined
}

/** A product's price on the day of a payment, by the prices planned so far. */
async function findPriceOn(tx: Tx, product: RenewalRow['nextProduct'], due: Temporal.Instant) {
  const [planned] = await tx
    .select({ priceCents: plannedPrices.priceCents })
    .from(plannedPrices)
    .where(
      and(
        eq(plannedPrices.productCode, product.code),
        isNull(plannedPrices.appliedAt),
        lte(plannedPrices.fromDay, dayOf(due).toString()),
      ),
    )
    .orderBy(desc(plannedPrices.fromDay))
    .limit(1)
  return (planned ?? product).priceCents
}

/**
 * Prefilter: renewals that may need a notice; findChange decides. Months are approximated here, with a tolerance of
 * three days.
 */
async function findUntold(db: Db, now: Temporal.Instant, page: Page): Promise<{ id: number }[]> {
  const at = sql`${now.toString()}::timestamptz`
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct plans.id from ${recurringProfiles} plans
    join ${products} products on products.code = plans.next_product_code
    cross join lateral (values
      (true, plans.charge_at),
      (false, (plans.charge_at at time zone ${timeZone} + products.length::interval) at time zone ${timeZone})
    ) as payments (is_next, due)
    cross join lateral (select
      coalesce((
        select price_cents from ${plannedPrices}
        where product_code = products.code and applied_at is null
          and from_day <= (payments.due at time zone ${timeZone})::date
        order by from_day desc limit 1), products.price_cents) as cents,
      case when plans.coming_from <= payments.due then plans.coming_cents else plans.price_cents end as told
    ) as prices
    where plans.state = 'active' and plans.card_id is not null
      and plans.payment_id is null and plans.failed_attempts = 0
      and plans.charge_at > ${at} and plans.charge_at < ${at} + interval '45 days'
      and prices.cents <> prices.told
      and (is_next or products.renews_into = products.code)
      and (due between ${at} + interval '27 days' and ${at} + interval '48 days'
        or is_next and prices.cents < prices.told)
      and ${page.isNext(sql`plans.id`)}
    order by plans.id limit ${page.limit}`)
  return rows
}
