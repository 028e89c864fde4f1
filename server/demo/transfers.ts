import { and, desc, eq, inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { users } from '#server/modules/identity/tables.ts'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { products } from '#server/modules/subscriptions/tables.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/database.ts'

const Arrival = z.strictObject({ variable_symbol: z.string().min(1).max(10) })
const kept = 50

/** Transfers that somebody has promised and that did not come yet, newest first. */
export async function openTransfers(db: Db) {
  const rows = await db
    .select({
      variableSymbol: payments.variableSymbol,
      amountCents: payments.amountCents,
      product: products.nameSk,
      email: users.email,
    })
    .from(payments)
    .innerJoin(products, eq(products.code, payments.productCode))
    .innerJoin(users, eq(users.id, payments.userId))
    .where(and(eq(payments.method, 'bank_transfer'), inArray(payments.state, ['created', 'submitted'])))
    .orderBy(desc(payments.id))
    .limit(kept)
  return rows.map(row => ({ ...row, variableSymbol: row.variableSymbol ?? '' }))
}

/**
 * GET /demo/transfers.json: transfers that are waited for. POST /demo/transfers `{"variable_symbol": "9000000001"}` lets
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
    // The schema of the route has checked the body.
    const { variable_symbol: variableSymbol } = request.body as z.output<typeof Arrival>
    const [payment] = await deps.db
      .select({ amountCents: payments.amountCents })
      .from(payments)
      .where(and(eq(payments.variableSymbol, variableSymbol), eq(payments.method, 'bank_transfer')))
    if (!payment) throw new AppError('not_found')
    return { result: await receiveTransfer(deps, { variableSymbol, ...payment }) }
  })
}
