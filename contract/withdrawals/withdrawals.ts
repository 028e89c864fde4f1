import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Refund } from '../payments/refunds.ts'
import { Card, PaymentMethod } from '../subscriptions/subscriptions.ts'
import { Day, Email, Instant, Money, RowId, UserParams, usersPath } from '../wire.ts'

const tag = 'Withdrawals'

const Contract = z.object({
  /** The payment by which the contract is known. */
  payment_id: z.int(),
  order_number: z.string(),
  product_name: z.string(),
  /** Whether it was bought for somebody else. */
  is_gift: z.boolean(),
})

/** A contract, and what would come back (Directive 2011/83/EU, art. 14). */
const WithdrawnContract = z.extend(Contract, {
  paid: Money,
  refund: Money,
  /** What is kept for the days that were delivered on request, and their number; both 0 else. */
  kept: Money,
  days: z.int(),
  method: PaymentMethod,
  card: z.nullable(z.pick(Card, { brand: true, last4: true })),
})

/** A contract from which its reader may withdraw (Directive 2011/83/EU, art. 9). */
export const OpenContract = z.extend(WithdrawnContract, {
  concluded_on: Day,
  last_day: Day,
  /** Whether it took the place of a subscription, which then runs on for the rest of its period. */
  restores: z.boolean(),
  /** Later contracts towards which what was left of it was counted: they end with it. */
  later: z.array(WithdrawnContract),
  /** What comes back of it and of them. */
  refund_in_all: Money,
})
export type OpenContract = z.infer<typeof OpenContract>

/** A withdrawal that was received. */
export const Withdrawal = z.extend(Contract, {
  received_at: Instant,
  /** To where its copy was mailed. */
  email: z.string(),
  /** Null where nothing comes back: all was delivered on request, or was given back before. */
  refund: z.nullable(Refund),
})
export type Withdrawal = z.infer<typeof Withdrawal>

export const listWithdrawals = endpoint({
  method: 'GET',
  path: `${usersPath}/withdrawals`,
  summary:
    'Contracts from which the reader may withdraw today, and withdrawals whose money has not arrived yet',
  tag,
  access: 'reader',
  params: UserParams,
  success: { status: 200, body: z.object({ open: z.array(OpenContract), received: z.array(Withdrawal) }) },
})

export const withdraw = endpoint({
  method: 'POST',
  path: `${usersPath}/withdrawals`,
  summary: 'Withdraws from a contract; a repeated call answers the same',
  tag,
  access: 'reader',
  whileAnonymizationPending: true,
  staysIn: 'read_only',
  params: UserParams,
  body: z.object({ payment_id: RowId }),
  success: { status: 200, body: Withdrawal },
  refusals: ['not_found', 'withdrawal_too_late', 'withdrawal_refunded', 'too_many_requests'],
})

/** The number of an order, as in its mails and documents, or the variable symbol of its payment. */
const OrderNumber = z
  .string()
  .check(z.trim(), z.minLength(1, { error: 'required', abort: true }), z.regex(/^\d{1,10}$/, 'digits_only'))

export const withdrawByNumber = endpoint({
  method: 'POST',
  path: '/withdrawals',
  summary:
    'Withdraws from the contract of an order without signing in; the answer never tells whether there is one',
  tag,
  access: 'public',
  staysIn: 'read_only',
  body: z.object({ order_number: OrderNumber, email: Email }),
  success: { status: 202, body: z.object({ received_at: Instant }) },
  refusals: ['too_many_requests'],
})
