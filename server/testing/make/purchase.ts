import { eq } from 'drizzle-orm'
import { cards, payments } from '#server/modules/payments/tables.ts'
import { products, recurringProfiles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'

type Product = typeof products.$inferInsert

/** A year of premium for a person; its code is missing. */
export const examplePremium = {
  group: 'premium',
  audience: 'person',
  priceCents: 8990,
  currency: 'EUR',
  length: 'P1Y',
  access: ['web'],
  deviceLimit: 6,
  seats: 1,
  nameSk: 'Prémium',
  nameEn: 'Premium',
  sold: true,
} satisfies Partial<Product>

/** Puts a product into the database: a year of premium for a person, unless told otherwise. */
export async function makeProduct(
  { db }: Pick<Deps, 'db'>,
  given: Partial<Product> & { code: string },
): Promise<void> {
  await db.insert(products).values({ ...examplePremium, ...given })
}

export const printed = 'premium_print_1y'

/** The printed daily with access on the web: a price with two rates of VAT. */
export const makePrinted = (deps: Pick<Deps, 'db'>): Promise<void> =>
  makeProduct(deps, {
    code: printed,
    priceCents: 24_900,
    printCents: 15_910,
    access: ['web', 'mobile', 'print'],
    renewsInto: printed,
  })

/** Puts a card into the database, and gives its id. */
export async function makeCard(
  { db }: Pick<Deps, 'db'>,
  given: Partial<typeof cards.$inferInsert> & { userId: number },
): Promise<number> {
  return onlyRow(
    await db
      .insert(cards)
      .values({ gatewayToken: 'token', brand: 'Visa', last4: '4242', validUntil: '2028-08-31', ...given })
      .returning({ id: cards.id }),
  ).id
}

/** Puts a payment into the database, and gives its id. */
export async function makePayment(
  { db }: Pick<Deps, 'db'>,
  given: Partial<typeof payments.$inferInsert> & {
    userId: number
    productCode: string
    at: Temporal.Instant
  },
): Promise<number> {
  return onlyRow(
    await db
      .insert(payments)
      .values({ method: 'card', state: 'paid', amountCents: 7990, ...given })
      .returning({ id: payments.id }),
  ).id
}

type Period = { userId: number; productCode: string; startsAt: Temporal.Instant; endsAt: Temporal.Instant }
/** Its price is what the product costs now, unless told otherwise. */
type Renewal = Omit<typeof recurringProfiles.$inferInsert, 'subscriptionId' | 'priceCents'> & {
  priceCents?: number
}

/** Puts a subscription into the database, with its renewals, and gives its id. */
export async function makePeriod(
  { db }: Pick<Deps, 'db'>,
  { renewals = [], ...given }: Period & { paymentId?: number; priceCents?: number; renewals?: Renewal[] },
): Promise<number> {
  const subscriptionId = onlyRow(
    await db
      .insert(subscriptions)
      .values({ priceCents: 7990, ...given })
      .returning({ id: subscriptions.id }),
  ).id
  for (const renewal of renewals) {
    const [next] = await db.select().from(products).where(eq(products.code, renewal.nextProductCode))
    const priceCents = next?.priceCents ?? 0
    await db.insert(recurringProfiles).values({ subscriptionId, priceCents, ...renewal })
  }
  return subscriptionId
}
