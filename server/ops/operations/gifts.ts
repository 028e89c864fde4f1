import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { Gift } from '#contract/gifts/gifts.ts'
import {
  cancelGift,
  findGifts,
  type GiftRow,
  giftState,
  redirectGift,
  resendGift,
} from '#server/modules/coupons/index.ts'
import { requestRefund, settlePayment } from '#server/modules/payments/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { Day, Id, Instant, pageOf } from '../fields.ts'
import { ReaderEmail } from '../load/fields.ts'
import { defineRead, defineWrite, type OperationContext } from '../operation.ts'

const State = z.enum(Gift.shape.state.options)

const GiftView = z.object({
  id: Id,
  state: State,
  product: z.string(),
  giver: z.string(),
  recipient: z.string(),
  send_on: Day,
  sent_at: Instant.nullable(),
  activated_at: Instant.nullable(),
  use_until: Instant,
  payment_id: Id.nullable(),
})

const input = z.object({ id: Id.describe('the gift') })

export const giftOperations = [
  defineRead({
    name: 'gifts list',
    summary: 'Finds gifts by their giver, their recipient or their state, newest first.',
    http: { method: 'GET', path: '/gifts' },
    scope: 'gifts:read',
    input: z.object({
      id: Id.optional(),
      giver: ReaderEmail.optional().describe('e-mail of who gives'),
      recipient: ReaderEmail.optional().describe('e-mail to which it goes'),
      state: State.optional(),
      ...pageOf('gifts'),
    }),
    output: z.object({ items: z.array(GiftView) }),
    run: async ({ db, clock }, wanted) => {
      const now = clock.now()
      const rows = await findGifts(db, wanted, now)
      return { answer: { items: rows.map(row => describe(row, now)) } }
    },
  }),

  defineWrite({
    name: 'gifts send',
    summary: 'Mails the link of a gift again, or before its day.',
    http: { method: 'POST', path: '/gifts/:id/send' },
    scope: 'gifts:write',
    refusals: ['not_found', 'gift_already_activated', 'gift_expired'],
    input,
    output: GiftView,
    run: async ({ tx, ...context }, { id }) => tell(context, await resendGift(tx, context, id)),
  }),

  defineWrite({
    name: 'gifts redirect',
    summary:
      'Gives a gift to another address; a link that was mailed no longer works, and a new one is mailed.',
    http: { method: 'POST', path: '/gifts/:id/redirect' },
    scope: 'gifts:write',
    refusals: ['not_found', 'gift_already_activated', 'gift_expired'],
    input: input.extend({ email: ReaderEmail.describe('the new address') }),
    output: GiftView,
    run: async ({ tx, ...context }, { id, email }) => {
      const { after, ...told } = tell(context, await redirectGift(tx, context, { id, email }))
      return { ...told, after: { ...after, recipient: 'changed' } }
    },
  }),

  defineWrite({
    name: 'gifts cancel',
    summary: 'Cancels a gift that was not mailed yet, and gives its money back.',
    http: { method: 'POST', path: '/gifts/:id/cancel' },
    scope: 'gifts:write',
    refusals: ['not_found', 'gift_already_activated', 'gift_expired'],
    input: input.extend({
      refund: z.boolean().default(true).describe('whether the money is given back; by card at once'),
    }),
    output: GiftView.extend({
      refund: z
        .enum(['card', 'by_hand', 'none'])
        .describe('"by_hand": the credit note is made, and the money is for you to send'),
    }),
    run: async ({ tx, ...context }, { id, refund }) => {
      const changed = await cancelGift(tx, context, id)
      const way = refund ? await giveBack(tx, context, changed.before.gift.paymentId) : 'none'
      const { answer, after, ...told } = tell(context, changed)
      return { ...told, answer: { ...answer, refund: way }, after: { ...after, refund: way } }
    },
  }),
]

/** A card payment is refunded to the card; a transfer's sender is known to the bank only. */
async function giveBack(
  tx: Tx,
  context: OperationContext,
  paymentId: number | null,
): Promise<'card' | 'by_hand' | 'none'> {
  if (paymentId === null) return 'none'
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId))
  if (payment?.state !== 'paid') return 'none'
  if (payment.chargeReference !== null) {
    await requestRefund(tx, context, paymentId)
    return 'card'
  }
  await settlePayment(tx, context, paymentId, { state: 'refunded' })
  return 'by_hand'
}

function tell({ clock }: OperationContext, { before, after }: { before: GiftRow; after: GiftRow }) {
  const now = clock.now()
  return {
    answer: describe(after, now),
    readerId: after.gift.buyerId,
    before: stateOf(before, now),
    after: stateOf(after, now),
  }
}

const describe = (row: GiftRow, now: Temporal.Instant) => ({
  id: row.gift.couponId,
  state: giftState(row, now),
  product: row.product.code,
  giver: row.giver.email,
  recipient: row.gift.email,
  send_on: row.gift.sendOn,
  sent_at: row.gift.sentAt?.toString() ?? null,
  activated_at: row.coupon.usedAt?.toString() ?? null,
  use_until: row.coupon.expiresAt.toString(),
  payment_id: row.gift.paymentId,
})

/** Recipients are often no readers, whom an erasure would cover, so the audit log does not name them. */
const stateOf = (row: GiftRow, now: Temporal.Instant) => ({
  state: giftState(row, now),
  sent_at: row.gift.sentAt?.toString() ?? null,
  link: row.gift.linkVersion,
  use_until: row.coupon.expiresAt.toString(),
})
