import { bankEntries } from '#server/modules/bank-transfers/tables.ts'
import { makePayment, makeProduct } from '../make/purchase.ts'
import { makeReader } from '../make/reader.ts'
import { makeRefund } from '../make/refund.ts'
import type { TestApp } from '../setup/test-app.ts'
import type { Examples } from './example.ts'

/** A payment by a transfer whose account the bank's statement names. */
export async function makeTransfer(server: TestApp): Promise<number> {
  const { deps } = server
  const productCode = `refunded-${crypto.randomUUID()}`
  await makeProduct(deps, { code: productCode })
  const { id: userId } = await makeReader(deps)
  const at = server.clock.now()
  const paymentId = await makePayment(deps, {
    userId,
    productCode,
    at,
    method: 'bank_transfer',
    amountCents: 8990,
  })
  await deps.db.insert(bankEntries).values({
    account: 'SK3112000000198742637541',
    entryKey: crypto.randomUUID(),
    reference: 'R',
    statement: 'S',
    bookedOn: '2026-11-20',
    amountCents: 8990,
    currency: 'EUR',
    isDebit: false,
    isReversal: false,
    payerName: 'Žofia Kováčová & syn',
    payerAccount: 'SK31 1200 0000 1987 4263 7541',
    state: 'confirmed',
    paymentId,
    takenAt: at,
  })
  return paymentId
}

const requested = async (server: TestApp) =>
  (await makeRefund(server.payments, await makeTransfer(server))).id

export const refundExamples: Examples = {
  'payments refund': async server => ({
    id: await makeTransfer(server),
    amount_cents: 1000,
    access: 'keep',
    reason: 'The printed daily did not come.',
  }),
  'disputes list': async () => ({ state: 'needs_response' }),
  'refunds list': async () => ({ state: 'requested' }),
  'refunds export': async server => {
    await requested(server)
    return {}
  },
  'refunds sent': async server => ({ id: await requested(server) }),
  'refunds arrived': async server => ({ id: await requested(server) }),
  'refunds failed': async server => ({ id: await requested(server) }),
  'refunds redirect': async server => ({
    id: await requested(server),
    iban: 'SK31 1200 0000 1987 4263 7541',
    recipient: 'Peter Novák',
  }),
}
