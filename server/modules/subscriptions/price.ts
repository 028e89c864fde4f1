import type { Db, Tx } from '#server/platform/database/database.ts'
import { readVatRates } from './plan-vat-rate.ts'
import type { products } from './tables.ts'
import { type VatLine, type VatRate, vatLines } from './vat.ts'

type Priced = Pick<typeof products.$inferSelect, 'priceCents' | 'printCents' | 'currency'>

/** A price including VAT, and what VAT is in it. */
export type Price = { grossCents: number; currency: 'EUR'; vat: VatLine[] }

/** Price of one period of a product, VAT included: the only source, both for showing and for charging (domain rule 1). */
export const grossPrice = (product: Pick<Priced, 'priceCents'>): number => product.priceCents

/**
 * What one period of a product costs, with the VAT in it.
 *
 * @param day on which it is paid, in the publisher's calendar: VAT follows it
 */
export const priceOf = (vatOf: VatOf, product: Priced, day: Temporal.PlainDate): Price => ({
  grossCents: grossPrice(product),
  currency: product.currency,
  vat: vatOf(product, grossPrice(product), day),
})

/** The VAT in an amount that was paid for a product on a day, by the rates that were read. */
export type VatOf = (
  product: Pick<Priced, 'priceCents' | 'printCents'>,
  amountCents: number,
  day: Temporal.PlainDate,
) => VatLine[]

/**
 * Reads the rates, for telling the VAT in amounts that were paid for a product, e.g. prorated ones: the printed daily
 * has the same share in them as in the whole price.
 */
export const readVatOf = async (db: Db | Tx): Promise<VatOf> => vatOfRates(await readVatRates(db))

/** The same by given rates. */
export const vatOfRates =
  (rates: readonly VatRate[]): VatOf =>
  (product, amountCents, day) => {
    const printCents =
      product.priceCents === 0 ? 0 : Math.round((amountCents * product.printCents) / product.priceCents)
    return vatLines({ grossCents: amountCents, printCents: Math.min(printCents, amountCents) }, day, rates)
  }
