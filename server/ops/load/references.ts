import { eq } from 'drizzle-orm'
import { users } from '#server/modules/identity/tables.ts'
import { cards, payments } from '#server/modules/payments/tables.ts'
import { products, subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { RowFault } from './load-error.ts'

type Path = readonly PropertyKey[]

/** Resolve references of a file; each throws RowFault, naming the field, when there is no such row. */

export async function findReaderId(tx: Tx, email: string, path: Path = ['reader']): Promise<number> {
  const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  return (row ?? missing(path, 'reader', email, 'readers')).id
}

export async function findProduct(tx: Tx, code: string, path: Path = ['product']) {
  const [row] = await tx.select().from(products).where(eq(products.code, code))
  return row ?? missing(path, 'product', code, 'products')
}

export async function findCardId(tx: Tx, key: string, path: Path = ['card']): Promise<number> {
  const [row] = await tx.select({ id: cards.id }).from(cards).where(eq(cards.sourceKey, key))
  return (row ?? missing(path, 'card', key, 'cards')).id
}

export async function findPaymentId(tx: Tx, key: string, path: Path = ['payment']): Promise<number> {
  const [row] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.sourceKey, key))
  return (row ?? missing(path, 'payment', key, 'payments')).id
}

export async function findSubscription(tx: Tx, key: string, path: Path) {
  const [row] = await tx
    .select({ id: subscriptions.id, endsAt: subscriptions.endsAt })
    .from(subscriptions)
    .where(eq(subscriptions.sourceKey, key))
  return row ?? missing(path, 'subscription', key, 'subscriptions')
}

/** Fault of a row with a missing reference. */
export function missing(path: Path, what: string, name: string, file: string): never {
  throw new RowFault(
    path,
    `"${path.map(String).join('.')}" names the ${what} "${name}", which is not there; add it to ${file} (before this row) or correct the name.`,
    { kind: file, key: name },
  )
}
