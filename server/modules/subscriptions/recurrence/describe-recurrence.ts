import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { renewsElsewhere } from '../holdings.ts'
import { lastPaid, type Paid } from '../paid-periods.ts'
import { grossPrice } from '../price.ts'
import { laterOf } from '../purchase-plan.ts'
import type { ReaderSubscriptionRow } from '../reader-store.ts'
import { awaitsConfirmation } from '../renewal/awaits-confirmation.ts'
import { chargeTime } from '../renewal/plan-renewal.ts'
import { plannedCharge, priceDue } from '../renewal/renewal-price.ts'
import { subscriptionState } from '../subscription-state.ts'
import { isPaused } from './pause-rules.ts'
import { actsOf } from './renewal-acts.ts'
import { stopUntil } from './stop-time.ts'

const methodsThatRenew = new Set(['card', 'sms', 'google'])

type Context = {
  all: readonly ReaderSubscriptionRow[]
  locale: Locale
  now: Temporal.Instant
  pausesAYear: number
}

/**
 * Whether and how a subscription renews, as shown to its reader. If paid periods follow it, this is the renewal of the
 * last of them.
 *
 * @param row the subscription with its live renewal, if it has one
 * @param told.all everything that its reader has
 */
export function describeRecurrence(row: ReaderSubscriptionRow, told: Context): Subscription['recurrence'] {
  const isOver = subscriptionState(row.subscription, told.now) === 'inactive'
  const { carrying, last } = isOver ? { carrying: row, last: row } : findCarrying(row, told.all)
  const next = nextOf(carrying, last)
  const type = next && nameOf(next, told.locale)
  const shared = {
    next_type: type,
    next_length: next && next.length,
    subscription_id: carrying.subscription.id,
    barred: carrying.isBarred,
    change_in_payment: row.awaitedProduct && nameOf(row.awaitedProduct, told.locale),
    card: carrying.renewal && carrying.renewal.cardId !== null ? describeCard(carrying) : null,
  }
  const { renewal } = carrying
  const { nextProduct } = carrying
  if (renewal?.state === 'active' && next !== null && nextProduct !== null) {
    const chargeAt = chargeTimeOf(renewal, carrying, last)
    const on = {
      renewal: { ...renewal, chargeAt },
      product: last.product,
      nextProduct,
      isPaidAfter: carrying !== last,
      isOver,
    }
    return {
      ...shared,
      state: 'on',
      reason: null,
      acts: actsOf(on, told),
      can_stop_until: stopUntil(on.renewal).toString(),
      paused_until: carrying === last && isPaused(renewal) ? chargeAt.toString() : null,
      planned_change: plannedChangeOf(carrying, last, told.locale),
      next_payment: {
        at: chargeAt.toString(),
        ...pricesOf(carrying, next, carrying === last ? plannedCharge({ ...last, renewal }) : chargeAt),
        failed_attempts: renewal.failedAttempts,
        failure: renewal.lastFailure,
      },
      if_turned_on: null,
    }
  }
  const reason = reasonOf(carrying, told)
  const isStartable =
    renewal?.state === 'user_stop' &&
    renewal.cardId !== null &&
    !isOver &&
    !carrying.isBarred &&
    (carrying === last || !last.isRenewed)
  const ifTurnedOn =
    isStartable && next && type
      ? {
          at: laterOf(chargeTimeOf(renewal, carrying, last), told.now).toString(),
          price: money(grossPrice(next)),
          type,
          after: last.subscription.id,
        }
      : null
  return {
    ...shared,
    state: renewal ? 'off' : 'unavailable',
    reason,
    acts: offActsOf(carrying, { isStartable: ifTurnedOn !== null, reason }),
    can_stop_until: null,
    paused_until: null,
    planned_change: null,
    next_payment: null,
    if_turned_on: ifTurnedOn,
  }
}

/** The row whose renewal prolongs a subscription, and the last period that is paid for before it charges. */
function findCarrying(
  row: ReaderSubscriptionRow,
  all: readonly ReaderSubscriptionRow[],
): { carrying: ReaderSubscriptionRow; last: ReaderSubscriptionRow } {
  const { renewal } = row
  if (renewsElsewhere(renewal)) return { carrying: row, last: row }
  // What is over before a pause ends changes nothing (decision 070).
  const last = lastRow(row, all, renewal?.pausedUntil ? renewal.chargeAt : undefined)
  if (!last.renewal) return { carrying: row, last }
  // What that renewal charges, after a change another product, may be paid for still longer.
  const isLater = Temporal.Instant.compare(last.subscription.endsAt, row.subscription.endsAt) > 0
  return isLater ? findCarrying(last, all) : { carrying: last, last }
}

/**
 * The last paid period after a subscription, or itself.
 *
 * @param paidAt when what follows it is paid at the earliest
 */
function lastRow(
  row: ReaderSubscriptionRow,
  all: readonly ReaderSubscriptionRow[],
  paidAt = row.subscription.endsAt,
): ReaderSubscriptionRow {
  const held = all.filter(each => each.reads).map(each => paidBy(each, each.product))
  const from = paidBy(row, row.nextProduct ?? row.product)
  const { id } = lastPaid({ ...from, endsAt: laterOf(from.endsAt, paidAt) }, held)
  return all.find(each => each.subscription.id === id) ?? row
}

const paidBy = (
  { subscription, givenBy }: ReaderSubscriptionRow,
  { access, seats }: Pick<ReaderSubscriptionRow['product'], 'access' | 'seats'>,
): Paid => ({
  ...subscription,
  access,
  seats: givenBy === null ? seats : 1,
  isSeat: givenBy !== null,
})

/** The product charged next: after a paid period, what that period renews into. */
const nextOf = (carrying: ReaderSubscriptionRow, last: ReaderSubscriptionRow) =>
  carrying === last ? carrying.nextProduct : (last.renewedProduct ?? carrying.nextProduct)

type NextPayment = NonNullable<Subscription['recurrence']['next_payment']>

/** What the reader was told that a payment costs, and a change that was told; another product has its own price. */
function pricesOf(
  { renewal, nextProduct }: ReaderSubscriptionRow,
  next: { code: string; priceCents: number },
  due: Temporal.Instant,
): Pick<NextPayment, 'price' | 'price_change'> {
  // A renewal billed by others (SMS, Google) has their price.
  if (!renewal || renewal.cardId === null || next.code !== nextProduct?.code) {
    return { price: money(grossPrice(next)), price_change: null }
  }
  const { priceCents, comingCents, comingFrom } = renewal
  const isChanging = comingCents !== null && comingFrom !== null && comingCents !== priceCents
  return {
    price: money(priceDue(renewal, due)),
    price_change: isChanging
      ? {
          at: laterOf(comingFrom, due).toString(),
          price: money(comingCents),
          former_price: money(priceCents),
        }
      : null,
  }
}

/** Another product that the reader has chosen; one whose renewal is charged first begins later. */
function plannedChangeOf(
  { renewal, changedProduct }: ReaderSubscriptionRow,
  last: ReaderSubscriptionRow,
  locale: Locale,
): Subscription['recurrence']['planned_change'] {
  const change = renewal?.plannedChange
  if (!change || !changedProduct) return null
  const beginsAt = change.former
    ? (renewal.pausedUntil ?? last.subscription.endsAt).toString()
    : change.beginsAt
  return { type: nameOf(changedProduct, locale), begins_at: beginsAt }
}

/** What a reader can do about a renewal that is off; nothing while the account waits for its deletion. */
function offActsOf(
  { isLeaving }: ReaderSubscriptionRow,
  { isStartable, reason }: { isStartable: boolean; reason: Subscription['recurrence']['reason'] },
): Subscription['recurrence']['acts'] {
  if (isLeaving) return []
  if (isStartable) return ['turn_on']
  return reason === 'awaits_confirmation' ? ['confirm_payment'] : []
}

/** The card of a row, as its reader knows it. */
export const describeCard = ({ card }: Pick<ReaderSubscriptionRow, 'card'>) =>
  card && { brand: card.brand, last4: card.last4, valid_until: card.validUntil }

const money = (amount: number) => ({ amount, currency: 'EUR' as const })

const chargeTimeOf = (
  { chargeAt }: NonNullable<ReaderSubscriptionRow['renewal']>,
  carrying: ReaderSubscriptionRow,
  last: ReaderSubscriptionRow,
) => (carrying === last ? chargeAt : chargeTime(last.subscription.endsAt))

const nameOf = (product: { code: string; nameSk: string; nameEn: string }, locale: Locale) => ({
  code: product.code,
  name: localized(product, 'name', locale),
})

function reasonOf(row: ReaderSubscriptionRow, { all, now }: Context): Subscription['recurrence']['reason'] {
  const { subscription, renewal, payment, isCancelledGift } = row
  if (isCancelledGift) return 'gift_cancelled'
  if (renewal?.state === 'user_stop') return 'stopped_by_reader'
  if (renewal?.state === 'admin_stop') return 'stopped_by_publisher'
  if (renewal && awaitsConfirmation({ renewal, subscription }, now) && lastRow(row, all, now) === row) {
    return 'awaits_confirmation'
  }
  if (renewal) return 'stopped_after_failures'
  if (payment === null || payment.method === 'none') return 'no_payment'
  return methodsThatRenew.has(payment.method) ? null : 'not_recurrent'
}
