import { eq } from 'drizzle-orm'
import { matchEntries, takeStatements } from '#server/modules/bank-transfers/index.ts'
import { bankEntries } from '#server/modules/bank-transfers/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { products } from '#server/modules/subscriptions/tables.ts'
import { makePayment, makeProduct } from '../make/purchase.ts'
import { makeReader } from '../make/reader.ts'
import { makeCamt, testAccount } from '../make/statement.ts'
import type { TestApp } from '../setup/test-app.ts'
import type { Examples } from './example.ts'

/** A transfer that is waited for, without an order. */
async function awaitTransfer(server: TestApp): Promise<string> {
  const code = 'awaited_1y'
  const known = await server.deps.db.select().from(products).where(eq(products.code, code))
  if (known.length === 0) await makeProduct(server.deps, { code })
  const { id: userId } = await makeReader(server.deps)
  const at = server.clock.now()
  const id = await makePayment(server.deps, {
    userId,
    productCode: code,
    at,
    method: 'bank_transfer',
    state: 'created',
    amountCents: 8990,
  })
  const [payment] = await server.deps.db.select().from(payments).where(eq(payments.id, id))
  return payment?.variableSymbol ?? ''
}

/** An entry that pays for nothing that is known. */
async function leaveEntry(server: TestApp): Promise<number> {
  const reference = crypto.randomUUID()
  const [id] = await server.deps.db.transaction(tx =>
    takeStatements(tx, server.payments, [
      {
        account: testAccount,
        reference: '1',
        entries: [
          {
            reference,
            bookedOn: '2026-11-20',
            amountCents: 8990,
            currency: 'EUR',
            isDebit: false,
            isReversal: false,
            variableSymbol: null,
            payerName: 'Jana Nováková',
            payerAccount: null,
            message: 'Predplatné',
          },
        ],
      },
    ]),
  )
  await matchEntries(server.payments)
  const [entry] = await server.deps.db.select().from(bankEntries).where(eq(bankEntries.reference, reference))
  if (id === undefined || entry?.state !== 'unmatched') throw new Error('The entry was not left to a person')
  return id
}

export const bankTransferExamples: Examples = {
  'transfers list': async () => ({ limit: 5 }),
  'transfers take': async () => ({
    file: Buffer.from(makeCamt([{ amount: '89.90', reference: crypto.randomUUID() }])),
  }),
  'transfers entries': async () => ({ reason: 'no_symbol' }),
  'transfers match': async server => ({
    id: await leaveEntry(server),
    variable_symbol: await awaitTransfer(server),
    note: 'Napísala sumu, nie symbol.',
  }),
  'transfers dismiss': async server => ({ id: await leaveEntry(server), note: 'Vrátené.' }),
  'transfers confirm': async server => ({
    variable_symbol: await awaitTransfer(server),
    amount_cents: 8990,
  }),
}
