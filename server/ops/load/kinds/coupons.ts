import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { normaliseCouponCode } from '#contract/coupons/coupon-code.ts'
import { coupons, gifts } from '#server/modules/coupons/tables.ts'
import { timeZone } from '#server/platform/clock.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { Key, ReaderEmail, Text } from '../fields.ts'
import { defineKind, type LoadContext } from '../kind.ts'
import { RowFault } from '../load-error.ts'
import { findPaymentId, findProduct, findReaderId } from '../references.ts'
import { FileTime } from '../times.ts'
import { upsertRow } from '../upsert-row.ts'

/** Minimum length against guessing. */
const shortest = 12

const Gift = z.strictObject({
  buyer: ReaderEmail,
  payment: Key.optional(),
  email: ReaderEmail,
  name: Text.optional(),
  message: Text.optional(),
  send_on: FileTime,
  sent: FileTime.optional(),
})

const Coupon = z
  .strictObject({
    // What the code is here to show: read by the list of demo codes, never kept.
    situation: Key.optional(),
    code: z
      .string()
      .transform(normaliseCouponCode)
      .refine(code => code.length >= shortest, {
        message: `has fewer than ${shortest} letters and digits, so it could be guessed; make it longer.`,
      }),
    product: Key,
    kind: z.enum(['code', 'giveaway', 'gift']),
    state: z.enum(['unused', 'used', 'expired']),
    expires: FileTime,
    used_by: ReaderEmail.optional(),
    used: FileTime.optional(),
    gift: Gift.optional(),
  })
  .refine(row => (row.state === 'used') === (row.used_by !== undefined && row.used !== undefined), {
    path: ['state'],
    message: 'is "used" exactly when "used_by" and "used" are there; correct it.',
  })
  .refine(row => (row.kind === 'gift') === (row.gift !== undefined), {
    path: ['gift'],
    message: 'is there exactly when the kind is "gift"; correct it.',
  })
type Coupon = z.output<typeof Coupon>

/** Activation codes and gifts, stored as hashes only. A used one stays used, whatever the file says. */
export const couponsKind = defineKind({
  name: 'coupons',
  schema: Coupon,
  keyOf: row => row.code,
  write: async (context, row) => {
    const { now } = context
    const codeHash = hashToken(row.code)
    const expiresAt = row.expires.at(now)
    if (row.state === 'expired' && Temporal.Instant.compare(expiresAt, now) > 0) {
      throw new RowFault(
        ['expires'],
        '"expires" is still to come, so the code is not expired; correct one of them.',
      )
    }
    // When a gift ends is its giver's and staff's from then on: one that was cancelled stays so.
    const end = row.expires.isRelative || row.gift ? (['expiresAt'] as const) : []
    const outcome = await upsertRow(
      context,
      coupons,
      ['sourceHash'],
      ['codeHash', 'usedAt', 'usedBy', ...end],
      {
        sourceHash: codeHash,
        codeHash,
        kind: row.kind,
        productCode: (await findProduct(context, row.product)).code,
        expiresAt,
        usedAt: row.used?.at(now) ?? null,
        usedBy: row.used_by === undefined ? null : await findReaderId(context, row.used_by, ['used_by']),
      },
    )
    if (outcome === 'added' && row.gift) await addGift(context, codeHash, row.gift)
    return outcome
  },
})

async function addGift(
  context: LoadContext,
  codeHash: string,
  gift: NonNullable<Coupon['gift']>,
): Promise<void> {
  const { tx, now } = context
  const [coupon] = await tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.codeHash, codeHash))
  if (!coupon) throw new Error('A code that was just added is not there')
  await tx.insert(gifts).values({
    couponId: coupon.id,
    buyerId: await findReaderId(context, gift.buyer, ['gift', 'buyer']),
    paymentId:
      gift.payment === undefined ? null : await findPaymentId(context, gift.payment, ['gift', 'payment']),
    email: gift.email,
    recipientName: gift.name ?? null,
    message: gift.message ?? null,
    sendOn: gift.send_on.at(now).toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    sentAt: gift.sent?.at(now) ?? null,
  })
}
