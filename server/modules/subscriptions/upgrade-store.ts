import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database/database.ts'
// Joined for display only: the rows belong to the modules that own them.
import { users } from '../identity/tables.ts'
import { cards, payments, refunds } from '../payments/tables.ts'
import { products, subscriptions, upgrades } from './tables.ts'

/** Whether a refund of its own has ended what an upgrade took the place of, so that it does not come back. */
export const isEndedByRefund = sql<boolean>`exists (select 1 from ${refunds}
  join ${subscriptions} as replaced on replaced.payment_id = ${refunds.paymentId}
  where replaced.id = ${upgrades.subscriptionId} and ${refunds.access} = 'end')`

const upgradeProduct = alias(products, 'upgrade_product')

const selectUpgrades = (db: Db | Tx) =>
  db
    .select({
      id: upgrades.id,
      subscriptionId: upgrades.subscriptionId,
      openedId: upgrades.openedId,
      consents: upgrades.consents,
      product: upgradeProduct,
      payment: payments,
      card: { id: cards.id, gatewayToken: cards.gatewayToken, brand: cards.brand, last4: cards.last4 },
      reader: { email: users.email, locale: users.locale },
    })
    .from(upgrades)
    .innerJoin(upgradeProduct, eq(upgradeProduct.code, upgrades.productCode))
    .innerJoin(payments, eq(payments.id, upgrades.paymentId))
    .innerJoin(cards, eq(cards.id, payments.cardId))
    .innerJoin(users, eq(users.id, payments.userId))

export type UpgradeRow = Awaited<ReturnType<typeof selectUpgrades>>[number]

export async function findUpgrade(db: Db | Tx, id: number): Promise<UpgradeRow | undefined> {
  const [row] = await selectUpgrades(db).where(eq(upgrades.id, id))
  return row
}

/** The newest change at once that a reader has accepted for a subscription. */
export async function findLastUpgrade(
  db: Db,
  userId: number,
  subscriptionId: number,
): Promise<UpgradeRow | undefined> {
  const [row] = await selectUpgrades(db)
    .where(
      and(
        eq(upgrades.subscriptionId, subscriptionId),
        isNotNull(upgrades.offerCode),
        eq(payments.userId, userId),
      ),
    )
    .orderBy(desc(upgrades.id))
    .limit(1)
  return row
}

export async function findUpgradeOfPayment(tx: Tx, paymentId: number): Promise<UpgradeRow | undefined> {
  const [row] = await selectUpgrades(tx).where(eq(upgrades.paymentId, paymentId))
  return row
}
