import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { isIban, plainIban } from '#server/platform/iban.ts'
// Read for the account that paid: the rows belong to another module.
import { bankEntries } from '../../bank-transfers/tables.ts'
import type { RefundRow } from '../payments-deps.ts'

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
