import * as z from 'zod'
import { chargeTime } from '#server/modules/subscriptions/index.ts'
import { recurringProfiles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { timeZone } from '#server/platform/clock.ts'
import { Cents, Key, ReaderEmail } from '../fields.ts'
import { defineKind, type LoadContext } from '../kind.ts'
import { RowFault } from '../load-error.ts'
import { findCardId, findPaymentId, findProduct, findReaderId, findSubscription } from '../references.ts'
import { FileTime } from '../times.ts'
import { addRow, upsertRow } from '../upsert-row.ts'

const stoppedBecause = {
  renewed: 'charged',
  user_stop: 'user_stop',
  admin_stop: 'admin_stop',
  charge_failed: 'system_stop',
} as const

const Recurrence = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('on'),
    card: Key.optional(),
    next_product: Key.optional(),
    price_cents: Cents.optional(),
  }),
  z.strictObject({
    state: z.literal('off'),
    reason: z.enum(['renewed', 'user_stop', 'admin_stop', 'charge_failed']),
    card: Key.optional(),
    next_product: Key.optional(),
    price_cents: Cents.optional(),
    failed_attempts: z.int().min(0).max(100).optional(),
  }),
  z.strictObject({ state: z.literal('unavailable'), reason: z.enum(['no_payment', 'not_recurrent']) }),
])

const Subscription = z
  .strictObject({
    key: Key,
    reader: ReaderEmail,
    product: Key,
    from: FileTime.optional(),
    after: Key.optional(),
    to: FileTime.optional(),
    price_cents: Cents,
    payment: Key.optional(),
    seat_of: Key.optional(),
    recurrence: Recurrence,
  })
  .refine(row => (row.from === undefined) !== (row.after === undefined), {
    path: ['from'],
    message: 'or "after" must be there, and not both; keep one of them.',
  })
type Subscription = z.output<typeof Subscription>

/** Periods in which readers may read. Existing ones keep their times, which refunds move, and renewals as the reader set them. */
export const subscriptionsKind = defineKind({
  name: 'subscriptions',
  schema: Subscription,
  keyOf: row => row.key,
  isBatched: true,
  afterOf: row => [row.after, row.seat_of],
  write: async (context, row) => {
    const product = await findProduct(context, row.product)
    const period = await periodOf(context, row, product.length)
    const once = ['userId', 'paymentId', 'startsAt', 'endsAt'] as const
    const outcome = await upsertRow(context, subscriptions, ['sourceKey'], once, {
      sourceKey: row.key,
      userId: await findReaderId(context, row.reader),
      productCode: product.code,
      priceCents: row.price_cents,
      startsAt: period.startsAt,
      endsAt: period.endsAt,
      paymentId: row.payment === undefined ? null : await findPaymentId(context, row.payment),
    })
    if (outcome === 'added') await addRenewal(context, row, product.renewsInto, period.endsAt)
    return outcome
  },
})

async function periodOf(context: LoadContext, row: Subscription, length: string) {
  const { now } = context
  const startsAt =
    row.after === undefined
      ? // Checked by the schema: without `after` there is `from`.
        (row.from?.at(now) ?? now)
      : (await findSubscription(context, row.after, ['after'])).endsAt
  const shared =
    row.seat_of === undefined ? undefined : await findSubscription(context, row.seat_of, ['seat_of'])
  const endsAt =
    row.to?.at(now) ?? shared?.endsAt ?? startsAt.toZonedDateTimeISO(timeZone).add(length).toInstant()
  if (Temporal.Instant.compare(startsAt, endsAt) >= 0) {
    throw new RowFault(['to'], '"to" is not after the beginning of the period; correct it.')
  }
  return { startsAt, endsAt }
}

async function addRenewal(
  context: LoadContext,
  { key, recurrence }: Subscription,
  renewsInto: string | null,
  endsAt: Temporal.Instant,
): Promise<void> {
  if (recurrence.state === 'unavailable') return
  const next = recurrence.next_product ?? renewsInto
  if (next === null) {
    throw new RowFault(
      ['recurrence', 'next_product'],
      '"recurrence.next_product" is missing and the product renews into nothing; add it, or make the state unavailable.',
    )
  }
  const { now } = context
  const chargeAt = chargeTime(endsAt)
  const stoppedAt = Temporal.Instant.compare(chargeAt, now) < 0 ? chargeAt : now
  const cardId =
    recurrence.card === undefined ? null : await findCardId(context, recurrence.card, ['recurrence', 'card'])
  const subscription = await findSubscription(context, key, ['key'])
  const nextProduct = await findProduct(context, next, ['recurrence', 'next_product'])
  const plan = {
    subscriptionId: subscription.id,
    cardId,
    chargeAt,
    nextProductCode: nextProduct.code,
    // The price that its reader was told, where it differs from the product's present one.
    priceCents: recurrence.price_cents ?? nextProduct.priceCents,
  }
  await addRow(
    context,
    recurringProfiles,
    ['subscriptionId'],
    recurrence.state === 'on'
      ? { ...plan, state: 'active' }
      : {
          ...plan,
          state: stoppedBecause[recurrence.reason],
          failedAttempts: recurrence.failed_attempts ?? 0,
          stoppedAt: recurrence.reason === 'renewed' ? null : stoppedAt,
        },
  )
}
