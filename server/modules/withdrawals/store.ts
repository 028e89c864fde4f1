import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OrderConsents } from '#server/modules/order-terms/index.ts'
import { concludedAt, shortenedCents } from '#server/modules/subscriptions/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
// Joined for reading only: the rows belong to other modules.
import { users } from '../identity/tables.ts'
import { orders } from '../orders/tables.ts'
import { cards, payments, refunds } from '../payments/tables.ts'
import { products, subscriptions, upgrades } from '../subscriptions/tables.ts'
import type { Contract } from './judge-contract.ts'
import { withdrawals } from './tables.ts'

/** The accepted offer that a payment is for. */
const offers = alias(upgrades, 'offers')

/** What consumers bought: by an order, or by an offer; renewals and packages of companies are left out. */
const select = (db: Db | Tx) =>
  db
    .select({
      payment: payments,
      product: { nameSk: products.nameSk, nameEn: products.nameEn },
      reader: { id: users.id, email: users.email, locale: users.locale },
      order: { id: orders.id, consents: orders.consents, giftEmail: orders.giftEmail },
      offer: { consents: offers.consents },
      card: { brand: cards.brand, last4: cards.last4 },
      period: {
        startsAt: sql`coalesce(${upgrades.formerStartsAt}, ${subscriptions.startsAt})`.mapWith(
          subscriptions.startsAt,
        ),
        endsAt: sql`coalesce(${upgrades.formerEndsAt}, ${subscriptions.endsAt})`.mapWith(
          subscriptions.endsAt,
        ),
      },
      restores: sql<boolean>`exists (
        select 1 from ${upgrades} as taken where taken.payment_id = ${payments.id} and taken.failed_at is null
      )`,
      shortenedCents: shortenedCents(payments.id),
      withdrawal: withdrawals,
      refund: refunds,
    })
    .from(payments)
    .innerJoin(products, eq(products.code, payments.productCode))
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(orders, eq(orders.paymentId, payments.id))
    .leftJoin(cards, eq(cards.id, payments.cardId))
    .leftJoin(subscriptions, eq(subscriptions.paymentId, payments.id))
    .leftJoin(upgrades, and(eq(upgrades.subscriptionId, subscriptions.id), isNull(upgrades.failedAt)))
    .leftJoin(offers, and(eq(offers.paymentId, payments.id), isNotNull(offers.offerCode)))
    .leftJoin(withdrawals, eq(withdrawals.paymentId, payments.id))
    .leftJoin(refunds, eq(refunds.id, withdrawals.refundId))

const isContract = and(
  inArray(payments.state, ['paid', 'refunded']),
  inArray(payments.method, ['card', 'bank_transfer']),
  isNotNull(payments.settledAt),
  sql`${payments.amountCents} > 0`,
  ne(products.audience, 'company'),
  or(isNotNull(orders.id), eq(payments.purpose, 'upgrade')),
)

export type ContractRow = Awaited<ReturnType<typeof select>>[number]

/** Contracts of a reader since a moment, newest first. */
export const findContracts = (db: Db, userId: number, since: Temporal.Instant): Promise<ContractRow[]> =>
  select(db)
    .where(and(eq(payments.userId, userId), isContract, gte(payments.settledAt, since)))
    .orderBy(desc(payments.settledAt), desc(payments.id))

export async function findContract(db: Db | Tx, which: SQL | undefined): Promise<ContractRow | undefined> {
  const [row] = await select(db).where(and(isContract, which))
  return row
}

/** The payment of a reader with this e-mail that bears a number: of its order, or its variable symbol. */
export async function findNumbered(db: Db, { number, email }: { number: string; email: string }) {
  const [row] = await db
    .select({ paymentId: payments.id, userId: payments.userId })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(orders, eq(orders.paymentId, payments.id))
    .where(
      and(
        eq(users.email, email),
        or(eq(payments.variableSymbol, number), sql`${orders.id} = ${number}::bigint`),
        inArray(payments.state, ['paid', 'refunded']),
      ),
    )
    .orderBy(payments.id)
  return row
}

/** To whom the mail about a payment goes, in which language. */
export const findReaderOf = async (tx: Tx, userId: number) =>
  onlyRow(
    await tx.select({ email: users.email, locale: users.locale }).from(users).where(eq(users.id, userId)),
  )

/** Locks a payment, so that equal requests wait for one another. */
export const lockPayment = (tx: Tx, paymentId: number) =>
  tx.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId)).for('no key update')

export const ofPayment = (paymentId: number): SQL => eq(payments.id, paymentId)
export const ofReader = (userId: number): SQL => eq(payments.userId, userId)

/** The contract as it is judged. */
export const toContract = ({ payment, order, offer, period, withdrawal, ...row }: ContractRow): Contract => ({
  paidCents: payment.amountCents,
  refundedCents: payment.refundedCents,
  shortenedCents: row.shortenedCents,
  concludedAt: concludedAt(payment),
  isRefunded: payment.state === 'refunded',
  isWithdrawn: withdrawal !== null,
  period: period?.startsAt && period.endsAt ? period : null,
  beginsOnRequest: isOnRequest((order ?? offer)?.consents),
})

const isOnRequest = (consents: OrderConsents | null | undefined): boolean =>
  consents?.begin_at_once === true && consents.withdrawal_information !== null
