import { products, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'

type Given = {
  userId: number
  seats?: number
  audience?: 'company' | 'family'
  /** When it begins; now when not given. */
  startsAt?: Temporal.Instant
  endsAt?: Temporal.Instant
}

/**
 * Gives a reader a shared subscription: of a company, five seats, for a year from now, unless told otherwise.
 *
 * @returns its row
 */
export async function makeSharedSubscription({ db, clock }: Pick<Deps, 'db' | 'clock'>, given: Given) {
  const { userId, seats = 5, audience = 'company', startsAt = clock.now() } = given
  const productCode = `${audience}_premium_${seats}`
  await db
    .insert(products)
    .values({
      code: productCode,
      group: 'premium',
      audience,
      priceCents: 44_500,
      currency: 'EUR',
      length: 'P1Y',
      access: ['web', 'mobile', 'device6'],
      deviceLimit: 6,
      seats,
      nameSk: 'Firemné Prémium',
      nameEn: 'Company Premium',
      sold: true,
    })
    .onConflictDoNothing()
  const row = onlyRow(
    await db
      .insert(subscriptions)
      .values({
        userId,
        productCode,
        priceCents: 44_500,
        startsAt,
        endsAt: given.endsAt ?? startsAt.add({ hours: 365 * 24 }),
      })
      .returning(),
  )
  return row
}
