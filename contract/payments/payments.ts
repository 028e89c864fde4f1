import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { PaymentMethod, PaymentState } from '../subscriptions/subscriptions.ts'
import { Day, Instant, Money, PageQuery, UserParams, usersPath } from '../wire.ts'
import { Refund } from './refunds.ts'

/** A payment with the documents made for it (R1.04). */
export const Payment = z.object({
  id: z.int(),
  product_name: z.string(),
  method: PaymentMethod,
  state: PaymentState,
  price: Money,
  /** When the payment was requested. */
  at: Instant,
  /** The day on which the money arrived, in the publisher's time zone; null until then. */
  paid_on: z.nullable(Day),
  receipt_url: z.nullable(z.string()),
  invoice_url: z.nullable(z.string()),
  /** Page on which a waiting order can be paid, or one that has expired and is paid in part. */
  pay_url: z.nullable(z.string()),
  /** What was given back of it, oldest first, each with its credit note where the payment has a document. */
  refunds: z.array(z.extend(Refund, { credit_note_url: z.nullable(z.string()) })),
})
export type Payment = z.infer<typeof Payment>

export const listPayments = endpoint({
  method: 'GET',
  path: `${usersPath}/payments`,
  summary: 'Payments of the reader, newest first, with their receipts and invoices',
  tag: 'Payments',
  access: 'reader',
  params: UserParams,
  query: PageQuery,
  success: {
    status: 200,
    body: z.object({ items: z.array(Payment), next_cursor: z.nullable(z.string()) }),
  },
})
