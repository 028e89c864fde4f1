import * as z from 'zod'
import { PaymentMethod, PaymentState } from '#contract/subscriptions/subscriptions.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { Cents, Currency, Key, ReaderEmail } from '../fields.ts'
import { defineKind } from '../kind.ts'
import { findCardId, findProduct, findReaderId } from '../references.ts'
import { FileTime } from '../times.ts'
import { upsertRow } from '../upsert-row.ts'

const Payment = z.strictObject({
  key: Key,
  reader: ReaderEmail,
  product: Key,
  method: PaymentMethod,
  state: PaymentState,
  amount_cents: Cents,
  currency: Currency,
  at: FileTime,
  variable_symbol: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
  card: Key.optional(),
  // Belongs to the numbering of documents, which is not the payments' own.
  document: z.strictObject({ kind: z.enum(['receipt', 'invoice']), serial: z.int().min(1) }).optional(),
})

/** Money asked for and received. The state of a payment that is there already is not touched: it moves on here. */
export const paymentsKind = defineKind({
  name: 'payments',
  schema: Payment,
  keyOf: payment => payment.key,
  write: async ({ tx, now }, payment) => {
    const product = await findProduct(tx, payment.product)
    return upsertRow(
      tx,
      payments,
      [payments.sourceKey],
      {
        sourceKey: payment.key,
        userId: await findReaderId(tx, payment.reader),
        productCode: product.code,
        method: payment.method,
        state: payment.state,
        amountCents: payment.amount_cents,
        at: payment.at.at(now),
        variableSymbol: payment.variable_symbol ?? null,
        cardId: payment.card === undefined ? null : await findCardId(tx, payment.card),
      },
      [
        payments.productCode,
        payments.method,
        payments.amountCents,
        payments.variableSymbol,
        ...(payment.at.isRelative ? [] : [payments.at]),
      ],
    )
  },
})
