import { getTableColumns } from 'drizzle-orm'
import { users } from '#server/modules/identity/tables.ts'
import { cards, payments } from '#server/modules/payments/tables.ts'
import { products, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { isAnyOf } from '#server/platform/database/is-any-of.ts'
import type { LoadContext } from './kind.ts'
import { RowFault } from './load-error.ts'

type Path = readonly PropertyKey[]
type Context = Pick<LoadContext, 'tx' | 'batches'>

/** Resolve references of a file; each throws RowFault, naming the field, when there is no such row. */

/** The reader of an e-mail address of the files; undefined when there is none. */
export const findReader = ({ tx, batches, moved }: Context & Pick<LoadContext, 'moved'>, email: string) =>
  batches.find('find readers', moved.get(email) ?? email, emails =>
    tx
      .select({
        key: users.email,
        id: users.id,
        hash: users.passwordHash,
        locale: users.locale,
        mainId: users.mainAccountId,
      })
      .from(users)
      .where(isAnyOf(users.email, emails))
      // Race: an erasure is waited for, or waits; what was written behind it would stay of its reader.
      .for('key share'),
  )

export const findReaderId = async (
  context: Parameters<typeof findReader>[0],
  email: string,
  path: Path = ['reader'],
) => ((await findReader(context, email)) ?? missing(path, 'reader', email, 'readers')).id

export async function findProduct({ tx, batches }: Context, code: string, path: Path = ['product']) {
  const product = await batches.find('find products', code, codes =>
    tx
      .select({ key: products.code, ...getTableColumns(products) })
      .from(products)
      .where(isAnyOf(products.code, codes)),
  )
  return product ?? missing(path, 'product', code, 'products')
}

export async function findCardId({ tx, batches }: Context, key: string, path: Path = ['card']) {
  const card = await batches.find('find cards', key, keys =>
    tx.select({ key: cards.sourceKey, id: cards.id }).from(cards).where(isAnyOf(cards.sourceKey, keys)),
  )
  return (card ?? missing(path, 'card', key, 'cards')).id
}

export async function findPaymentId({ tx, batches }: Context, key: string, path: Path = ['payment']) {
  const payment = await batches.find('find payments', key, keys =>
    tx
      .select({ key: payments.sourceKey, id: payments.id })
      .from(payments)
      .where(isAnyOf(payments.sourceKey, keys)),
  )
  return (payment ?? missing(path, 'payment', key, 'payments')).id
}

export async function findSubscription({ tx, batches }: Context, key: string, path: Path) {
  const subscription = await batches.find('find subscriptions', key, keys =>
    tx
      .select({ key: subscriptions.sourceKey, id: subscriptions.id, endsAt: subscriptions.endsAt })
      .from(subscriptions)
      .where(isAnyOf(subscriptions.sourceKey, keys)),
  )
  return subscription ?? missing(path, 'subscription', key, 'subscriptions')
}

/** Fault of a row with a missing reference. */
export function missing(path: Path, what: string, name: string, file: string): never {
  throw new RowFault(
    path,
    `"${path.map(String).join('.')}" names the ${what} "${name}", which is not there; add it to ${file} (before this row) or correct the name.`,
    { kind: file, key: name },
  )
}
