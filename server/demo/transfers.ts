import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { listAwaitedTransfers, receiveTransfer } from '#server/modules/orders/index.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/database/database.ts'

const Arrival = z.strictObject({ variable_symbol: z.string().min(1).max(10) })
const kept = 50

/** Awaited transfers, newest first. */
export async function openTransfers(db: Db) {
  const rows = await listAwaitedTransfers(db, { limit: kept })
  return rows.map(({ variableSymbol, amountCents, product, reader }) => ({
    variableSymbol,
    amountCents,
    product: product.nameSk,
    email: reader.email,
  }))
}

/**
 * GET /demo/transfers.json: awaited transfers. POST /demo/transfers `{"variable_symbol": "9000000001"}` lets
 * one arrive in full, as if it stood in a bank's statement: `{"result": "paid"}`, or `paid_before`.
 */
export function serveTransfers(app: FastifyInstance, deps: PaymentsDeps): void {
  app.get('/demo/transfers.json', { schema: { tags: ['Demo'] } }, async () => ({
    items: (await openTransfers(deps.db)).map(({ variableSymbol, amountCents, product, email }) => ({
      variable_symbol: variableSymbol,
      price: { amount: amountCents, currency: 'EUR' },
      product,
      email,
    })),
  }))

  app.post('/demo/transfers', { schema: { body: Arrival, tags: ['Demo'] } }, async request => {
    // The route's schema has validated the body.
    const { variable_symbol: variableSymbol } = request.body as z.output<typeof Arrival>
    const [payment] = await deps.db
      .select({ amountCents: payments.amountCents })
      .from(payments)
      .where(and(eq(payments.variableSymbol, variableSymbol), eq(payments.method, 'bank_transfer')))
    if (!payment) throw new AppError('not_found')
    return { result: await receiveTransfer(deps, { variableSymbol, ...payment }) }
  })
}
