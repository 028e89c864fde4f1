import { and, desc, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { isIban, plainIban } from '#server/platform/formats/iban.ts'
// Joined for reading only: the rows belong to other modules.
import { bankEntries } from '../../bank-transfers/tables.ts'
import { users } from '../../identity/tables.ts'
import type { RefundRow } from '../payments-deps.ts'
import { payments, refunds } from '../tables.ts'

/** The account from which a transfer came; a bank's own number is of no use for a payment order. */
export async function findPayer(tx: Tx, paymentId: number): Promise<Pick<RefundRow, 'iban' | 'recipient'>> {
  const entries = await tx
    .select({ account: bankEntries.payerAccount, name: bankEntries.payerName })
    .from(bankEntries)
    .where(
      and(
        eq(bankEntries.paymentId, paymentId),
        inArray(bankEntries.state, ['confirmed', 'matched']),
        eq(bankEntries.isDebit, false),
        isNotNull(bankEntries.payerAccount),
      ),
    )
    .orderBy(bankEntries.id)
  const [payer] = entries.flatMap(({ account, name }) => {
    const iban = plainIban(account ?? '')
    return isIban(iban) ? [{ iban, recipient: name }] : []
  })
  return payer ?? { iban: null, recipient: null }
}

const selectRefunds = (db: Db | Tx) =>
  db
    .select({
      refund: refunds,
      payment: {
        amountCents: payments.amountCents,
        refundedCents: payments.refundedCents,
        variableSymbol: payments.variableSymbol,
        purpose: payments.purpose,
      },
      reader: { id: users.id, email: users.email, name: users.name },
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(users, eq(users.id, payments.userId))

export type ListedRefund = Awaited<ReturnType<typeof selectRefunds>>[number]

/**
 * Refunds, newest first (cursor pagination).
 *
 * @param wanted.before only those older than the one with this id
 * @param wanted.limit all of them when not given: what counts as sent has to be in the payment order
 */
export const listRefunds = (
  db: Db | Tx,
  wanted: {
    id?: number
    state?: RefundRow['state'] | undefined
    way?: RefundRow['way'] | undefined
    readerId?: number | undefined
    exportedAs?: string | undefined
    before?: number | undefined
    limit?: number
  },
): Promise<ListedRefund[]> =>
  selectRefunds(db)
    .where(
      and(
        wanted.id === undefined ? undefined : eq(refunds.id, wanted.id),
        wanted.state === undefined ? undefined : eq(refunds.state, wanted.state),
        wanted.way === undefined ? undefined : eq(refunds.way, wanted.way),
        wanted.readerId === undefined ? undefined : eq(payments.userId, wanted.readerId),
        wanted.exportedAs === undefined ? undefined : eq(refunds.exportedAs, wanted.exportedAs),
        wanted.before === undefined ? undefined : lt(refunds.id, wanted.before),
      ),
    )
    .orderBy(desc(refunds.id))
    .limit(wanted.limit ?? Number.MAX_SAFE_INTEGER)

/** Refunds of some payments, by the payment's id, oldest first. */
export async function findRefundsOf(
  db: Db,
  paymentIds: readonly number[],
): Promise<Map<number, RefundRow[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.paymentId, [...paymentIds]))
    .orderBy(refunds.id)
  return Map.groupBy(rows, row => row.paymentId)
}
