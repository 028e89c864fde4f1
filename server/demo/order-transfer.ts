import { eq } from 'drizzle-orm'
import { matchEntries, takeStatements } from '#server/modules/bank-transfers/index.ts'
import { users } from '#server/modules/identity/tables.ts'
import { readOrderTerms } from '#server/modules/order-terms/index.ts'
import { createOrder } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { dayOf } from '#server/platform/clock.ts'
import { demoReaders } from './readers.ts'

const situation = 'transfer-awaited'

/** Orders by transfer as the reader of that situation, of whose money only a part has come. Idempotent. */
export async function orderTransfer(deps: PaymentsDeps): Promise<void> {
  const shown = demoReaders().find(each => each.situation === situation)
  const [reader] = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, shown?.email ?? ''))
  if (!shown || !reader || (await deps.db.$count(orders, eq(orders.userId, reader.id))) > 0) return
  const terms = readOrderTerms(deps.settings, 'sk')
  const { transfer } = await createOrder(
    deps,
    { userId: reader.id, sessionId: situation },
    {
      product: 'premium_1y',
      method: 'bank_transfer',
      agreed: { terms_version: terms.version, withdrawal_version: terms.withdrawal.version },
      idempotencyKey: situation,
      locale: 'sk',
    },
  )
  const entry = {
    reference: situation,
    bookedOn: dayOf(deps.clock.now()).toString(),
    amountCents: 4000,
    currency: 'EUR',
    isDebit: false,
    isReversal: false,
    variableSymbol: transfer?.variable_symbol ?? null,
    payerName: shown.name,
    payerAccount: null,
    message: null,
  }
  await deps.db.transaction(tx =>
    takeStatements(tx, deps, [{ account: deps.settings.bank.iban, reference: situation, entries: [entry] }]),
  )
  await matchEntries(deps)
}
