import type { Offer } from '#contract/recurrence/recurrence.ts'
import { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import { snapshot } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { localized } from '#server/platform/texts/localized.ts'
import type { products } from '../tables.ts'
import { type Changeable, findChanges } from './find-changes.ts'
import { findInvoicedAbroad } from './invoiced-abroad.ts'
import type { ChangeQuote } from './quote-change.ts'

/** Whom an upgrade to premium without ads is offered (R4.07). */
const upgradedGroups = new Set<(typeof products.$inferSelect)['group']>([
  'premium',
  'standard',
  'standard_advert',
])

/**
 * What a reader can have instead of turning the renewal off (R4.07): nothing, or the upgrade to premium without ads. What
 * would be refused is not offered (R11.05).
 *
 * @throws AppError `subscription_not_found`
 */
export async function listOffers(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { userId }: Actor,
  { subscriptionId, locale }: { subscriptionId: number; locale: Locale },
): Promise<Offer[]> {
  const { changeable, isAbroad } = await db.transaction(
    async tx => ({
      changeable: (await findChanges(tx, { userId, subscriptionId }, clock.now(), 'unlocked')).found
        .changeable,
      isAbroad: await findInvoicedAbroad(tx, settings, userId),
    }),
    snapshot,
  )
  if (!changeable || !upgradedGroups.has(changeable.held.product.group)) return []
  const upgrade = changeable.quotes.find(
    ({ kind, product }) => kind === 'at_once' && product.group === 'premium_plus' && !isAbroad(product),
  )
  return upgrade ? [describe(changeable, upgrade, locale)] : []
}

const describe = (
  { row: { card }, held }: Changeable,
  { code, product, gained, todayCents, startsAt, nextAt, nextCents }: ChangeQuote,
  locale: Locale,
): Offer => ({
  code,
  kind: 'upgrade',
  type: { code: product.code, name: localized(product, 'name', locale) },
  gained: gained.map(flag => AccessFlag.parse(flag)),
  price: { amount: todayCents, currency: 'EUR' },
  period: { from: startsAt.toString(), to: held.endsAt.toString() },
  next_payment: { at: nextAt.toString(), price: { amount: nextCents, currency: 'EUR' } },
  card: { brand: card.brand, last4: card.last4, valid_until: card.validUntil },
})
