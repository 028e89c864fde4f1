import { and, eq } from 'drizzle-orm'
import type { Locale } from '#contract/wire.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError, refusal } from '#server/platform/app-error.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { formatDay, formatLastDay } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { findHoldings } from './holdings.ts'
import { journeysOf } from './journeys.ts'
import { lastBefore } from './paid-periods.ts'
import { postponePaid } from './renewal/postpone-paid.ts'
import { findRunningRenewals } from './renewal/store.ts'
import { products, subscriptions } from './tables.ts'

type Given = Pick<Requester, 'by'> & {
  productCode: string
  /** Calendar days. */
  days: number
  /** Idempotency key. */
  key: string
}

/**
 * Gives a reader a product for days that nobody pays for, after whatever gives the same already, so that no day is lost; a
 * renewal is charged after it (R11.01). It never renews. The reader is told. Idempotent by its key.
 *
 * @param tx transaction that has locked the reader
 * @throws AppError `not_found`, `operation_refused` for a product that can't be given; `idempotency_key_reused`
 */
export async function giveDays(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  { id: userId, email, locale }: { id: number; email: string; locale: Locale },
  { by, productCode, days, key }: Given,
): Promise<void> {
  const product = await requireGivable(tx, productCode)
  // Read twice: the first waits for charges under way, the second sees what they opened.
  await findRunningRenewals(tx, userId)
  const renewals = await findRunningRenewals(tx, userId)
  const now = deps.clock.now()
  const startsAt = lastBefore(await findHoldings(tx, [userId], now), product)?.endsAt ?? now
  const endsAt = startsAt.toZonedDateTimeISO(timeZone).add({ days }).toInstant()
  const given = { userId, productCode, sourceKey: `given:${key}` }
  const [opened] = await tx
    .insert(subscriptions)
    .values({ ...given, priceCents: 0, startsAt, endsAt })
    .onConflictDoNothing()
    .returning({ id: subscriptions.id })
  if (!opened) return requireSame(tx, given)
  await postponePaid(tx, renewals, now)
  await recordActivity(tx, deps, {
    userId,
    by,
    kind: 'subscription_given',
    details: { product: productCode, days: String(days) },
  })
  await sendMail(tx, deps, {
    to: email,
    locale,
    template: 'subscription_given',
    values: {
      product: localized(product, 'name', locale),
      days,
      from: formatDay(locale, startsAt),
      until: formatLastDay(locale, endsAt),
    },
    link: `${deps.settings.origins.account}/predplatne`,
  })
}

async function requireGivable(tx: Tx, code: string): Promise<typeof products.$inferSelect> {
  const [product] = await tx.select().from(products).where(eq(products.code, code))
  if (!product) throw new AppError({ key: 'not_found', field: 'product' })
  const isForOne = !journeysOf(product).share
  // A renewal that comes behind it would go on as this product.
  if (isForOne && product.renewsInto === null) return product
  const message = isForOne
    ? 'It renews: choose a product that does not, such as one for gifts.'
    : 'It is for several people: choose a product for one.'
  throw refusal(message, 'product')
}

/** Refuses a key that was used for something else. */
async function requireSame(
  tx: Tx,
  { userId, productCode, sourceKey }: { userId: number; productCode: string; sourceKey: string },
): Promise<void> {
  const [same] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.sourceKey, sourceKey),
        eq(subscriptions.userId, userId),
        eq(subscriptions.productCode, productCode),
      ),
    )
  if (!same) throw new AppError({ key: 'idempotency_key_reused', field: 'key' })
}
