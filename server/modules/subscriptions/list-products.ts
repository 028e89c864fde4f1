import { asc, eq } from 'drizzle-orm'
import type { Product } from '#contract/orders/products.ts'
import { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { journeysOf } from './journeys.ts'
import { priceOf, readVatOf } from './price.ts'
import { products } from './tables.ts'
import type { VatLine } from './vat.ts'

/** Everything that is sold, cheapest first within its audience; the prices are those that an order charges. */
export async function listProducts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  locale: Locale,
): Promise<Product[]> {
  const rows = await db
    .select()
    .from(products)
    .where(eq(products.sold, true))
    .orderBy(asc(products.audience), asc(products.priceCents), asc(products.code))
  const today = dayOf(clock.now())
  const vatOf = await readVatOf(db)
  return rows.map(row => {
    const price = priceOf(vatOf, row, today)
    return {
      code: row.code,
      group: row.group,
      audience: row.audience,
      name: localized(row, 'name', locale),
      price: { amount: price.grossCents, currency: price.currency },
      vat: price.vat.map(describeVat),
      length: row.length,
      access: row.access.map(flag => AccessFlag.parse(flag)),
      device_limit: row.deviceLimit,
      seats: row.seats,
      renews: journeysOf(row).renew,
    }
  })
}

/** A VAT line as the API sends it. */
export const describeVat = ({
  ratePercent,
  grossCents,
  netCents,
  vatCents,
}: VatLine): Product['vat'][number] => ({
  rate_percent: ratePercent,
  gross: { amount: grossCents, currency: 'EUR' },
  net: { amount: netCents, currency: 'EUR' },
  vat: { amount: vatCents, currency: 'EUR' },
})
