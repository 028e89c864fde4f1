import { giveDays } from '#server/modules/subscriptions/give-days.ts'
import type { MoneyApp, MoneyReader } from '../setup/money-app.ts'

/** Has the publisher give a reader days of premium. */
export const giveTo = ({ deps, money }: MoneyApp, { id, email }: MoneyReader, days: number): Promise<void> =>
  deps.db.transaction(tx =>
    giveDays(
      tx,
      money,
      { id, email, locale: 'sk' },
      { by: 'staff', productCode: 'gift_premium_1y', days, key: crypto.randomUUID() },
    ),
  )
