import { and, eq, gte, lt } from 'drizzle-orm'
import type { Locale } from '#contract/wire.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError, refusal } from '#server/platform/app-error.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { formatDay, formatLastDay, formatMoney } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { covers } from './paid-periods.ts'
import { carryRenewal } from './renewal/carried-renewal.ts'
import { chargeTime } from './renewal/plan-renewal.ts'
import { priceOfRenewal } from './renewal/renewal-price.ts'
import { findLiveRenewal } from './renewal/store.ts'
import { isSeat } from './store.ts'
import { products, subscriptions } from './tables.ts'

type Extension = Pick<Requester, 'by'> & {
  id: number
  /** Calendar days. */
  days: number
  /** When it ends now, as the caller knows it: a repeated call finds another end. */
  endsAt: Temporal.Instant
}

/**
 * Prolongs a subscription by days that nobody pays for; its next charge moves as far. The reader is told.
 *
 * @param tx transaction that has locked the reader
 * @throws AppError `subscription_not_found`; `operation_refused` when it ends at another time, is over, a seat, followed by
 *   another one, or being charged
 */
export async function extendSubscription(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  { id: userId, email, locale }: { id: number; email: string; locale: Locale },
  { by, id, days, endsAt: knownEnd }: Extension,
): Promise<void> {
  // Locked first: a charge under way is waited for, and the period that it opened is seen below.
  const live = await findLiveRenewal(tx, id, userId)
  const [row] = await tx
    .select({ endsAt: subscriptions.endsAt, product: products, isSeat })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .where(and(eq(subscriptions.id, id), eq(subscriptions.userId, userId)))
  if (!row) throw new AppError('subscription_not_found')
  const { product } = row
  if (!row.endsAt.equals(knownEnd)) {
    throw refusal(`It ends at ${row.endsAt.toString()}: was it extended already?`, 'ends_at')
  }
  if (Temporal.Instant.compare(knownEnd, deps.clock.now()) <= 0) {
    throw refusal('It is over: give days of a product instead ("subscriptions give").')
  }
  if (row.isSeat) throw refusal('It is a seat in another subscription: extend that one.')
  const endsAt = knownEnd.toZonedDateTimeISO(timeZone).add({ days }).toInstant()
  const follower = await findFollower(tx, { userId, from: knownEnd, until: endsAt, product })
  if (follower) throw refusal(`Subscription ${follower.id} begins when it ends: extend that one.`)
  // What others renew, and what gave up, is not charged by a plan.
  const renewal = live?.renewal.cardId == null || live.renewal.state === 'system_stop' ? null : live.renewal
  if (renewal && renewal.paymentId !== null) {
    throw refusal('Its renewal is being charged at this moment: try again in a few minutes.')
  }
  if (renewal?.pausedUntil)
    throw refusal('Its renewal is paused: resume it first ("subscriptions resume-renewal").')
  await tx.update(subscriptions).set({ endsAt }).where(eq(subscriptions.id, id))
  const next = { id, endsAt, product: { renewsInto: null } }
  if (renewal) await carryRenewal(tx, renewal, next)
  await recordActivity(tx, deps, {
    userId,
    by,
    kind: 'subscription_extended',
    details: { days: String(days) },
  })
  await sendMail(tx, deps, {
    to: email,
    locale,
    template: 'subscription_extended',
    values: {
      product: localized(product, 'name', locale),
      days,
      until: formatLastDay(locale, endsAt),
      renews: renewal?.state === 'active' ? 'yes' : 'no',
      day: formatDay(locale, chargeTime(endsAt)),
      price: renewal ? formatMoney(locale, priceOfRenewal({ renewal, subscription: { endsAt } })) : '',
    },
    link: `${deps.settings.origins.account}/predplatne`,
  })
}

/** A subscription of the same reader that would begin within the added days, and gives what this one does. */
async function findFollower(
  tx: Tx,
  { userId, from, until, product }: Added,
): Promise<{ id: number } | undefined> {
  const rows = await tx
    .select({ id: subscriptions.id, access: products.access })
    .from(subscriptions)
    .innerJoin(products, eq(products.code, subscriptions.productCode))
    .where(
      and(
        eq(subscriptions.userId, userId),
        gte(subscriptions.startsAt, from),
        lt(subscriptions.startsAt, until),
      ),
    )
  return rows.find(each => covers(each.access, product.access) || covers(product.access, each.access))
}

type Added = {
  userId: number
  from: Temporal.Instant
  until: Temporal.Instant
  product: { access: readonly string[] }
}
