import type { Held } from '#server/modules/subscriptions/paid-periods.ts'

type Product = Held['product']

/** A product that is in no database: a year for one person on six devices, which renews. */
export const heldProduct = (
  code: string,
  priceCents: number,
  access: string[],
  more: Partial<Product> = {},
): Product => ({
  code,
  group: 'premium',
  audience: 'person',
  priceCents,
  printCents: 0,
  currency: 'EUR',
  length: 'P1Y',
  access,
  deviceLimit: 6,
  seats: 1,
  renewsInto: code,
  nameSk: code,
  nameEn: code,
  sold: true,
  ...more,
})

let ids = 0
/** A period of a product, which its reader has bought. */
export const heldPeriod = (
  product: Product,
  given: Pick<Held, 'startsAt' | 'endsAt'> & Partial<Held>,
): Held => ({
  id: ++ids,
  access: product.access,
  seats: product.seats,
  isSeat: false,
  product,
  worthCents: product.priceCents,
  isRest: false,
  isOwn: true,
  renewsElsewhere: false,
  ...given,
})
