import { products, subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { Deps } from '#server/platform/deps.ts'
import { examplePremium } from './purchase.ts'

/** Gives a reader a subscription that runs from now for a number of days. */
export async function makeSubscription(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, days = 30 }: { userId: number; days?: number },
): Promise<void> {
  await db
    .insert(products)
    .values({ ...examplePremium, code: 'premium_1y' })
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
