import { eq } from 'drizzle-orm'
import * as z from 'zod'
import {
  exportRefunds,
  type ListedRefund,
  listRefunds,
  lockReadersOf,
  type MarkedState,
  markRefund,
  orderVersions,
  redirectRefund,
  requestRefund,
} from '#server/modules/payments/index.ts'
import { payments, refunds } from '#server/modules/payments/tables.ts'
import { requireUncredited } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { isIban, plainIban } from '#server/platform/formats/iban.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { Id, Instant } from '../fields.ts'
import { defineRead, defineWrite } from '../operation.ts'

const Access = z.enum(refunds.access.enumValues)
const Way = z.enum(refunds.way.enumValues)
const State = z.enum(refunds.state.enumValues)

const RefundView = z.object({
  id: Id,
  payment_id: Id,
  reader: z.object({ id: Id, email: z.string() }),
  amount_cents: z.int(),
  left_cents: z.int().describe('what is left of the payment after all refunds'),
  reason: z.string(),
  access: Access,
  way: Way,
  iban: z.string().nullable().describe('null for a card, or while the account that paid is not known'),
  recipient: z.string().nullable(),
  variable_symbol: z.string().nullable(),
  state: State,
  requested_by: z.string(),
  requested_at: Instant,
  sent_at: Instant.nullable(),
  arrived_at: Instant.nullable(),
  exported_as: z.string().nullable(),
})

const marks: [state: MarkedState, summary: string][] = [
  ['sent', 'Notes that a refund was sent by hand.'],
  ['arrived', 'Notes that the money of a refund has arrived, where no bank statement says so.'],
  ['failed', 'Notes that the money of a refund came back, so that it can be redirected or sent again.'],
]

export const refundOperations = [
  defineWrite({
    name: 'payments refund',
    summary: 'Gives back a payment or a part of it, with a credit note, the way it came.',
    http: { method: 'POST', path: '/payments/:id/refunds' },
    scope: 'payments:write',
    refusals: ['not_found', 'idempotency_key_reused'],
    input: z.object({
      id: Id.describe('the payment'),
      amount_cents: z
        .int()
        .positive()
        .max(2_147_483_647)
        .optional()
        .describe('all that is left of it when not given'),
      access: Access.describe(
        'what becomes of the period that was paid for: "end" ends it now, "shorten" takes off its end in proportion to the sum, "keep" leaves it',
      ),
      reason: z.string().trim().min(3).max(300).describe('why, for the audit log; no names'),
      key: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .optional()
        .describe('idempotency key of the caller: the same key refunds once'),
    }),
    output: RefundView,
    run: async (
      { tx, by, requestId, ...context },
      { id, amount_cents: amountCents, access, reason, key },
    ) => {
      const readerId = await findPayerId(tx, id)
      // Lock order: readers' rows first, as for a withdrawal.
      await lockReadersOf(tx, eq(payments.id, id))
      const refund = await requestRefund(tx, context, {
        paymentId: id,
        check: requireUncredited,
        amountCents,
        access,
        reason,
        requestedBy: by.name,
        key: `operator/${key ?? requestId}`,
      })
      const isSame = refund.paymentId === id && refund.access === access
      if (!isSame || refund.amountCents !== (amountCents ?? refund.amountCents)) {
        throw new AppError({ key: 'idempotency_key_reused', field: 'key' })
      }
      const answer = await read(tx, refund.id)
      const after = stateOf(answer)
      const before = { left_cents: answer.left_cents + answer.amount_cents }
      return { answer, target: `payment ${id}`, readerId, before, after }
    },
  }),

  defineRead({
    name: 'refunds list',
    summary: 'Lists refunds, newest first, with the accounts to which money is to be sent.',
    http: { method: 'GET', path: '/refunds' },
    scope: 'payments:read',
    input: z.object({
      state: State.optional(),
      way: Way.optional(),
      reader: Id.optional().describe('only those of this reader'),
      limit: z.int().min(1).max(500).default(50).describe('most refunds'),
      before: Id.optional().describe('only refunds older than the one with this id'),
    }),
    output: z.object({ items: z.array(RefundView) }),
    run: async ({ db }, { reader, ...wanted }) => {
      const items = (await listRefunds(db, { ...wanted, readerId: reader })).map(describe)
      return { answer: { items }, target: 'refunds', ...(reader === undefined ? {} : { readerId: reader }) }
    },
  }),

  defineWrite({
    name: 'refunds export',
    summary:
      'Writes a payment order (ISO 20022 pain.001) of all refunds to be sent by transfer, which then count as sent.',
    http: { method: 'POST', path: '/refunds/export' },
    scope: 'payments:write',
    refusals: ['not_found'],
    input: z.object({
      version: z.enum(orderVersions).default('09').describe('version of pain.001.001 that the bank takes'),
      message_id: z
        .string()
        .trim()
        .min(1)
        .max(35)
        .optional()
        .describe('writes a former order again, e.g. since its file was lost'),
    }),
    output: z.object({
      message_id: z.string(),
      count: z.int(),
      total_cents: z.int(),
      xml: z.string().describe('the file for the bank'),
    }),
    made: ['xml'],
    run: async ({ tx, ...context }, { version, message_id: former }) => {
      const { messageId, xml, items } = await exportRefunds(tx, context, { version, messageId: former })
      const count = items.length
      const total = items.reduce((sum, { refund }) => sum + refund.amountCents, 0)
      const after = { message_id: messageId, count, total_cents: total }
      return {
        answer: { ...after, xml },
        target: 'refunds',
        before: former === undefined ? null : { written: 'before' },
        after,
      }
    },
  }),

  ...marks.map(([state, summary]) =>
    defineWrite({
      name: `refunds ${state}`,
      summary,
      http: { method: 'POST', path: `/refunds/:id/${state}` },
      scope: 'payments:write',
      refusals: ['not_found'],
      input: z.object({ id: Id.describe('the refund') }),
      output: RefundView,
      run: async ({ tx, clock }, { id }) => changed(tx, id, () => markRefund(tx, { clock }, { id, state })),
    }),
  ),

  defineWrite({
    name: 'refunds redirect',
    summary: 'Has a refund sent by transfer to another account, which its reader has agreed to.',
    http: { method: 'POST', path: '/refunds/:id/redirect' },
    scope: 'payments:write',
    refusals: ['not_found'],
    input: z.object({
      id: Id.describe('the refund'),
      iban: z
        .string()
        .transform(plainIban)
        .refine(isIban, 'is no IBAN: look at its digits again.')
        .describe('the account'),
      recipient: z.string().trim().min(1).max(70).describe('whose account it is'),
    }),
    output: RefundView,
    run: async ({ tx }, { id, iban, recipient }) => {
      const { after, ...told } = await changed(tx, id, () => redirectRefund(tx, { id, iban, recipient }))
      return { ...told, after: { ...after, account: 'changed' } }
    },
  }),
]

async function findPayerId(tx: Tx, id: number): Promise<number> {
  const [payment] = await tx.select({ userId: payments.userId }).from(payments).where(eq(payments.id, id))
  if (!payment) throw new AppError('not_found')
  return payment.userId
}

async function changed(tx: Tx, id: number, act: () => Promise<void>) {
  const [found] = await listRefunds(tx, { id })
  await act()
  const answer = await read(tx, id)
  return {
    answer,
    readerId: answer.reader.id,
    before: found ? stateOf(describe(found)) : null,
    after: stateOf(answer),
  }
}

async function read(tx: Tx, id: number): Promise<z.input<typeof RefundView>> {
  const [found] = await listRefunds(tx, { id })
  if (!found) throw new Error('A refund disappeared')
  return describe(found)
}

const describe = ({ refund, payment, reader }: ListedRefund): z.input<typeof RefundView> => ({
  ...inSnakeCase(refund),
  reader: { id: reader.id, email: reader.email },
  left_cents: payment.amountCents - payment.refundedCents,
  variable_symbol: payment.variableSymbol,
})

/** The account stays out of the audit log. */
const stateOf = ({
  id,
  amount_cents,
  left_cents,
  access,
  way,
  state,
  reason,
}: z.input<typeof RefundView>) => ({
  refund: id,
  amount_cents,
  left_cents,
  access,
  way,
  state,
  reason,
})
