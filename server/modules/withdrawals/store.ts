import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OrderConsents } from '#server/modules/order-terms/index.ts'
import { concludedAt, isEndedByRefund, shortenedCents } from '#server/modules/subscriptions/index.ts'
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
      shortenedCents: shortenedCents(payments.id),
      /** Whether a refund has ended its period before its end: its own, or that of what it was the rest of. */
      isCut: sql<boolean>`exists (
          select 1 from ${refunds} as ended where ended.payment_id = ${payments.id} and ended.access = 'end'
        ) or exists (
          select 1 from ${upgrades} as undone
          where undone.payment_id = ${payments.id} and undone.opened_id is not null and undone.failed_at is not null
        )`,
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
export const findContracts = (db: Db | Tx, userId: number, since: Temporal.Instant): Promise<ContractRow[]> =>
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

/** What live upgrades of a reader took the place of, till when that would last, and the payments of both. */
export const findTaken = (db: Db | Tx, userId: number) =>
  db
    .select({
      paymentId: upgrades.paymentId,
      takenId: subscriptions.paymentId,
      until: upgrades.formerEndsAt,
      isEndedByRefund,
    })
    .from(upgrades)
    .innerJoin(subscriptions, eq(subscriptions.id, upgrades.subscriptionId))
    .where(and(eq(subscriptions.userId, userId), isNotNull(upgrades.openedId), isNull(upgrades.failedAt)))
export type Taken = Awaited<ReturnType<typeof findTaken>>[number]

/** To whom the mail about a payment goes, in which language. */
export const findReaderOf = async (tx: Tx, userId: number) =>
  onlyRow(
    await tx.select({ email: users.email, locale: users.locale }).from(users).where(eq(users.id, userId)),
  )

/** Locks payments, in one order against deadlocks: a refund of one of them is waited for. */
export const lockPayments = (tx: Tx, ids: readonly number[]) =>
  tx
    .select({ id: payments.id })
    .from(payments)
    .where(inArray(payments.id, [...ids]))
    .orderBy(payments.id)
    .for('no key update')

export const ofPayment = (paymentId: number): SQL => eq(payments.id, paymentId)
/** Race: an erasure was first. */
export const isOfPresent = isNull(users.anonymizedAt)
export const ofReader = (userId: number): SQL => eq(payments.userId, userId)

/** The contract as it is judged. */
export const toContract = ({ payment, order, offer, period, withdrawal, ...row }: ContractRow): Contract => ({
  paidCents: payment.amountCents,
  refundedCents: payment.refundedCents,
  shortenedCents: row.shortenedCents,
  concludedAt: concludedAt(payment),
  isRefunded: payment.state === 'refunded',
  isWithdrawn: withdrawal !== null,
  period: period?.startsAt && period.endsAt && !row.isCut ? period : null,
  beginsOnRequest: isOnRequest((order ?? offer)?.consents),
})

const isOnRequest = (consents: OrderConsents | null | undefined): boolean =>
  consents?.begin_at_once === true && consents.withdrawal_information !== null
