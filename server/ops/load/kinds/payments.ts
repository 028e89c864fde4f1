import * as z from 'zod'
import { PaymentMethod, PaymentState } from '#contract/subscriptions/subscriptions.ts'
import { adoptDocuments } from '#server/modules/invoices/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { readVatOf } from '#server/modules/subscriptions/index.ts'
import { dayOf } from '#server/platform/clock.ts'
import { databaseErrorOf } from '#server/platform/database/database-error.ts'
import { Cents, Currency, Key, ReaderEmail } from '../fields.ts'
import { defineKind } from '../kind.ts'
import { RowFault } from '../load-error.ts'
import { findCardId, findPaymentId, findProduct, findReaderId } from '../references.ts'
import { FileTime } from '../times.ts'
import { upsertRow } from '../upsert-row.ts'

/** Highest number of a document: one of its series has to follow it, and to be found by its nine digits. */
const mostSerial = 900_000_000

const isPaid = (state: z.output<typeof PaymentState>) => state === 'paid' || state === 'refunded'

const Payment = z
  .strictObject({
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
    document: z
      .strictObject({ kind: z.enum(['receipt', 'invoice']), serial: z.int().min(1).max(mostSerial) })
      .optional(),
  })
  .refine(row => row.document === undefined || (isPaid(row.state) && row.amount_cents > 0), {
    path: ['document'],
    message: 'is of a payment that brought no money; leave it out.',
  })

/** Payments. The state of an existing payment is not touched: it moves on here.
 * A document keeps its number and its content. */
export const paymentsKind = defineKind({
  name: 'payments',
  schema: Payment,
  keyOf: payment => payment.key,
  isBatched: true,
  write: async (context, payment) => {
    const { tx, batches, now, supplier } = context
    const product = await findProduct(context, payment.product)
    const at = payment.at.at(now)
    const time = payment.at.isRelative ? (['at'] as const) : []
    const once = ['userId', 'state', 'paidOn', 'cardId', ...time] as const
    const outcome = await upsertRow(context, payments, ['sourceKey'], once, {
      sourceKey: payment.key,
      userId: await findReaderId(context, payment.reader),
      productCode: product.code,
      method: payment.method,
      state: payment.state,
      amountCents: payment.amount_cents,
      at,
      paidOn: isPaid(payment.state) ? dayOf(at).toString() : null,
      variableSymbol: payment.variable_symbol ?? null,
      cardId: payment.card === undefined ? null : await findCardId(context, payment.card),
    })
    if (payment.document === undefined) return outcome
    const paymentId = await findPaymentId(context, payment.key)
    const { kind, serial } = payment.document
    const adopted = batches.do('adopt documents', { paymentId, kind, serial }, each =>
      adoptDocuments(tx, { settings: { supplier }, readVatOf }, each),
    )
    const made = await adopted.catch((error: unknown) => {
      // Of a day before all rates that are known (`vatLines`).
      if (error instanceof RangeError) {
        throw new RowFault(['document'], `no rate of VAT is kept for ${dayOf(at).toString()}; leave it out.`)
      }
      if (databaseErrorOf(error)?.constraint !== 'documents_number') throw error
      throw new RowFault(
        ['document', 'serial'],
        `the ${kind} number ${serial} of ${dayOf(at).year} is another payment's already; correct "document.serial", or "at".`,
      )
    })
    return made && outcome === 'unchanged' ? 'changed' : outcome
  },
})
