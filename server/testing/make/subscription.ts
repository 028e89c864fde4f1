import { products, subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Gives a reader a subscription that runs from now for a number of days. */
export async function makeSubscription(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, days = 30 }: { userId: number; days?: number },
): Promise<void> {
  await db
    .insert(products)
    .values({
      code: 'premium_1y',
      group: 'premium',
      audience: 'person',
      priceCents: 8990,
      currency: 'EUR',
      length: 'P1Y',
      access: ['web'],
      deviceLimit: 6,
      seats: 1,
      nameSk: 'Prémium na rok',
      nameEn: 'Premium for a year',
      sold: true,
    })
    .onConflictDoNothing()
  const startsAt = clock.now()
  await db.insert(subscriptions).values({
    userId,
    productCode: 'premium_1y',
    priceCents: 8990,
    startsAt,
    endsAt: startsAt.add({ hours: days * 24 }),
  })
}
