import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { receiveTransfers } from '#server/modules/orders/index.ts'
import { placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { createMoneyApp, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { recurringProfiles } from '../tables.ts'
import { chargeRenewals } from './charge-renewals.ts'
import { claimRenewals } from './claim-renewals.ts'

const server = openForFile(createMoneyApp)

/** An order by transfer, as the bank books it. */
const transferred = async (reader: MoneyReader) => {
  const { transfer } = await placeOrder(reader, premiumByTransfer)
  return { variableSymbol: transfer?.variable_symbol ?? '', amountCents: 8990, bookedOn: '2026-11-20' }
}

test('R11.15 race: a batch of transfers and a batch of renewals of the same readers do not wait for each other', async () => {
  const endsAt = server.clock.now().add({ hours: 24 * 10 })
  const one = await server.subscribe({ endsAt })
  const other = await server.subscribe({ endsAt })
  // The reader of the later plan has ordered first.
  const transfers = [await transferred(other), await transferred(one)]
  server.clock.set(endsAt.subtract({ hours: 48 }).toString())
  const claimed = await claimRenewals(server.money, 10)
  expect(claimed).toHaveLength(2)
  const [plan] = await one.renewals()
  const held = await holdLocks(server.deps.db, tx =>
    tx
      .select()
      .from(recurringProfiles)
      .where(eq(recurringProfiles.id, plan?.id ?? 0))
      .for('no key update'),
  )
  const charging = chargeRenewals(server.money, claimed)
  await held.waitedForBy(1)
  const receiving = server.deps.db.transaction(tx => receiveTransfers(tx, server.money, transfers))
  await held.waitedForBy(2)
  await held.release()
  const ends = await Promise.allSettled([charging, receiving])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})
