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
import { requestRefund } from '#server/modules/payments/index.ts'
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
        .enum(['card', 'transfer', 'none'])
        .describe('"transfer": the money is for you to send, see `refunds export`'),
    }),
    run: async (context, { id, refund }) => {
      const changed = await cancelGift(context.tx, context, id)
      const way = refund ? await giveBack(context, changed.before.gift) : 'none'
      const { answer, after, ...told } = tell(context, changed)
      return { ...told, answer: { ...answer, refund: way }, after: { ...after, refund: way } }
    },
  }),
]

/** A gift of a former system has no payment here. */
async function giveBack(
  { tx, by, ...context }: OperationContext & { tx: Tx },
  { couponId, paymentId }: GiftRow['gift'],
): Promise<'card' | 'transfer' | 'none'> {
  if (paymentId === null) return 'none'
  const { way } = await requestRefund(tx, context, {
    paymentId,
    reason: 'The gift was cancelled.',
    requestedBy: by.name,
    access: 'end',
    key: `gift/${couponId}`,
  })
  return way
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
