import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Change, Changes } from '#contract/recurrence/change-subscription.ts'
import { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { snapshot, type Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor, Requester } from '#server/platform/http/route.ts'
import { formatMoney } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { carryRenewal, findCarriedRenewal } from '../renewal/carried-renewal.ts'
import { formerOf, takeBackChange } from '../renewal/planned-change.ts'
import { mailAbout, renewalTopic } from '../renewal/renewal-mail.ts'
import { findLiveRenewal } from '../renewal/store.ts'
import { findOwnSubscription } from '../store.ts'
import { type products, recurringProfiles } from '../tables.ts'
import { acceptOffer } from './accept-offer.ts'
import { type Changeable, findChanges } from './find-changes.ts'
import { findInvoicedAbroad, type InvoicedAbroad } from './invoiced-abroad.ts'
import type { ChangeQuote } from './quote-change.ts'

type Wanted = Parameters<typeof acceptOffer>[2]

/**
 * What a subscription can be changed for, to the cent and to the day (R11.02), or why it cannot.
 *
 * @throws AppError `subscription_not_found`
 */
export async function listChanges(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { userId }: Actor,
  { subscriptionId, locale }: { subscriptionId: number; locale: Locale },
): Promise<Changes> {
  const { changes, isAbroad } = await db.transaction(
    async tx => ({
      changes: await findChanges(tx, { userId, subscriptionId }, clock.now(), 'unlocked'),
      isAbroad: await findInvoicedAbroad(tx, settings, userId),
    }),
    snapshot,
  )
  const { obstacle, changeable } = changes.found
  const { product, endsAt } = changes.subscription
  const card = changeable?.row.card
  return {
    obstacle,
    present: {
      ...describeProduct(product, locale),
      price: money(changeable ? knownPrice(changeable) : product.priceCents),
      access: flags(product.access),
      paid_until: endsAt.toString(),
    },
    card: card ? { brand: card.brand, last4: card.last4, valid_until: card.validUntil } : null,
    items: changeable?.quotes.map(quote => describe(quote, isAbroad, locale)) ?? [],
  }
}

/** The price of the present plan that its reader knows, whatever the shop takes by now (decision 039). */
function knownPrice({ row: { renewal }, held: { product } }: Changeable): number {
  const { productCode, priceCents } = renewal.plannedChange?.former ?? {
    ...renewal,
    productCode: renewal.nextProductCode,
  }
  return productCode === product.code ? priceCents : product.priceCents
}

const flags = (access: readonly string[]) => access.map(flag => AccessFlag.parse(flag))
const money = (amount: number) => ({ amount, currency: 'EUR' as const })

const describeProduct = (product: typeof products.$inferSelect, locale: Locale) => ({
  type: { code: product.code, name: localized(product, 'name', locale) },
  price: money(product.priceCents),
  length: product.length,
  device_limit: product.deviceLimit,
})

const describe = (quote: ChangeQuote, isAbroad: InvoicedAbroad, locale: Locale): Change => ({
  ...describeProduct(quote.product, locale),
  code: quote.code,
  kind: quote.kind,
  gained: flags(quote.gained),
  lost: flags(quote.lost),
  today: money(quote.todayCents),
  begins_at: quote.startsAt.toString(),
  next_payment: { at: quote.nextAt.toString(), price: money(quote.nextCents) },
  invoice_abroad: quote.kind === 'at_once' && isAbroad(quote.product),
})

/**
 * Changes a subscription for another: at once by a charge of the difference, or by what its renewal charges when all that is
 * paid ends (R11.02). Idempotent: the same change again is the same change.
 *
 * @param wanted.code of the change, which bears the sum and the day that the reader was shown
 * @param wanted.agreed what stood over the button of a change that is paid at once
 * @returns id of the subscription that the reader has then; undefined while the gateway has not answered
 * @throws AppError as acceptOffer does
 */
export async function changeSubscription(
  deps: PaymentsDeps,
  actor: Actor,
  wanted: Wanted,
): Promise<number | undefined> {
  const planned = await deps.db.transaction(async tx => {
    await lockReader(tx, actor.userId)
    const of = { userId: actor.userId, subscriptionId: wanted.subscriptionId }
    const { changeable } = (await findChanges(tx, of, deps.clock.now())).found
    const quote = changeable?.quotes.find(each => each.code === wanted.code)
    if (!changeable || quote?.kind !== 'at_end') return undefined
    await plan(tx, deps, actor, { changeable, quote })
    // Behind what another product's plan has moved the renewal to, nothing renews what was asked about.
    return changeable.behind?.id ?? wanted.subscriptionId
  })
  return planned ?? acceptOffer(deps, actor, wanted)
}

/** Makes the renewal charge another product; while a charge is under way, from the period after that. */
async function plan(
  tx: Tx,
  deps: PaymentsDeps,
  requester: Requester,
  { changeable, quote }: { changeable: Changeable; quote: ChangeQuote },
): Promise<void> {
  const { row, behind, held } = changeable
  const productCode = quote.product.code
  const beginsAt = quote.startsAt.toString()
  const told = row.renewal.plannedChange
  const isTold = told?.productCode === productCode && told.priceCents === quote.nextCents
  if (isTold && told.beginsAt === beginsAt) return
  if (behind) await carryRenewal(tx, row.renewal, behind)
  const { renewal } = (behind && (await findLiveRenewal(tx, behind.id, requester.userId))) ?? row
  const isCharging = renewal.paymentId !== null
  const price = { priceCents: quote.nextCents, comingCents: null, comingFrom: null }
  const former = renewal.plannedChange?.former ?? formerOf(renewal.nextProductCode, renewal)
  const change = { productCode, priceCents: quote.nextCents, beginsAt, former: isCharging ? null : former }
  const planned = await tx
    .update(recurringProfiles)
    .set({
      plannedChange: change,
      ...(!isCharging && { nextProductCode: productCode, ...price, remindedAt: null }),
    })
    .where(
      and(
        eq(recurringProfiles.id, renewal.id),
        eq(recurringProfiles.state, 'active'),
        eq(recurringProfiles.nextProductCode, renewal.nextProductCode),
        (isCharging ? isNotNull : isNull)(recurringProfiles.paymentId),
      ),
    )
    .returning({ id: recurringProfiles.id })
  if (planned.length === 0) throw new AppError('offer_changed')
  await withdrawMails(tx, renewalTopic(held.id))
  const about = { ...row, renewal: { ...renewal, subscriptionId: held.id }, nextProduct: quote.product }
  await mailAbout(tx, deps, about, 'change_planned', {
    price: formatMoney(row.reader.locale, quote.nextCents),
    from: quote.startsAt,
    day: quote.nextAt,
  })
  await recordActivity(tx, deps, {
    ...requester,
    kind: 'subscription_change_planned',
    details: { product: productCode },
  })
}

/**
 * Undoes a planned change of product (R11.02).
 *
 * @throws AppError `subscription_not_found`; `change_not_planned` when there is none, e.g. since it was made;
 *   `change_too_late` while its charge is under way
 */
export async function undoChange(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  requester: Requester,
  subscriptionId: number,
): Promise<void> {
  const { userId } = requester
  await deps.db.transaction(async tx => {
    await lockReader(tx, userId)
    if (!(await findOwnSubscription(tx, userId, subscriptionId))) throw new AppError('subscription_not_found')
    const carried = await findCarriedRenewal(tx, subscriptionId, { userId, now: deps.clock.now() })
    if (!carried?.row.renewal.plannedChange) throw new AppError('change_not_planned')
    const isUndone = await takeBackChange(tx, deps, requester, carried.row)
    if (!isUndone) throw new AppError('change_too_late')
  })
}
