import * as z from 'zod'
import { cardTokenFault } from '#server/gateways/payments/card-token.ts'
import { cards } from '#server/modules/payments/tables.ts'
import { Key, ReaderEmail } from '../fields.ts'
import { defineKind } from '../kind.ts'
import { RowFault } from '../load-error.ts'
import { findReaderId } from '../references.ts'
import { FileMonth } from '../times.ts'
import { upsertRow } from '../upsert-row.ts'

const Card = z.strictObject({
  key: Key,
  reader: ReaderEmail,
  // Full card numbers would put the publisher under PCI DSS, which this product avoids.
  token: Key.refine(token => !/^\d[\d -]{11,22}$/.test(token), {
    message: "looks like a card number, which must never be kept; give the payment gateway's token.",
  }),
  brand: Key,
  last4: z.string().regex(/^\d{4}$/),
  valid_until: FileMonth,
})

/** Payment cards, as the gateway's tokens. What is printed on an existing one is followed at the gateway from then on. */
export const cardsKind = defineKind({
  name: 'cards',
  schema: Card,
  keyOf: card => card.key,
  isBatched: true,
  write: async (context, card) => {
    const { now, gateway } = context
    const fault = cardTokenFault(gateway, card.token)
    if (fault !== undefined) throw new RowFault(['token'], `"token" ${fault}`)
    return upsertRow(context, cards, ['sourceKey'], ['userId', 'brand', 'last4', 'validUntil'], {
      sourceKey: card.key,
      userId: await findReaderId(context, card.reader),
      gatewayToken: card.token,
      brand: card.brand,
      last4: card.last4,
      validUntil: card.valid_until.lastDayAt(now),
    })
  },
})
