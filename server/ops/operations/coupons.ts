import { eq } from 'drizzle-orm'
import * as z from 'zod'
import {
  type CouponBatch,
  findBatch,
  largestBatch,
  listBatches,
  makeBatch,
  voidBatch,
} from '#server/modules/coupons/index.ts'
import { journeysOf } from '#server/modules/subscriptions/index.ts'
import { products } from '#server/modules/subscriptions/tables.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { Day, Id, Instant, pageOf } from '../fields.ts'
import { defineRead, defineWrite, refusal } from '../operation.ts'

const Batch = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(['code', 'giveaway']),
  product: z.string(),
  codes: z.int(),
  used: z.int(),
  unused: z.int(),
  expires_at: Instant.describe('the first instant at which they no longer work'),
  created_at: Instant,
  voided_at: Instant.nullable(),
})

export const couponOperations = [
  defineRead({
    name: 'coupons list',
    summary: 'Lists the batches of activation codes, newest first, and how many of each were used.',
    http: { method: 'GET', path: '/coupon-batches' },
    scope: 'coupons:read',
    input: z.object(pageOf('batches')),
    output: z.object({ items: z.array(Batch) }),
    run: async ({ db }, wanted) => ({
      answer: { items: (await listBatches(db, wanted)).map(describe) },
    }),
  }),

  defineRead({
    name: 'coupons read',
    summary: 'Tells how many codes of a batch were used.',
    http: { method: 'GET', path: '/coupon-batches/:id' },
    scope: 'coupons:read',
    refusals: ['not_found'],
    input: z.object({ id: Id.describe('the batch') }),
    output: Batch,
    run: async ({ db }, { id }) => ({ answer: describe(await findBatch(db, id)) }),
  }),

  defineWrite({
    name: 'coupons make',
    summary: 'Makes activation codes and tells them this once; only their digests are kept.',
    http: { method: 'POST', path: '/coupon-batches' },
    scope: 'coupons:write',
    input: z.object({
      name: z.string().trim().min(1).max(120).describe('what they are for; no two batches have the same'),
      product: z.string().min(1).max(100).describe('code of the product that each gives'),
      codes: z.int().min(1).max(largestBatch).describe(`how many, at most ${largestBatch}`),
      valid_until: Day.describe('the last day on which they work, e.g. 2027-06-30'),
      kind: z
        .enum(['code', 'giveaway'])
        .default('code')
        .describe('"giveaway" is for those only who have no subscription, and begins at once'),
    }),
    output: Batch.extend({
      csv: z.string().describe('a line for each code: the code, and the address at which it is filled in'),
    }),
    made: ['csv'],
    run: async ({ tx, ...context }, input) => {
      await requireProduct(tx, input.product)
      const { batch, codes } = await makeBatch(tx, context, {
        name: input.name,
        kind: input.kind,
        productCode: input.product,
        size: input.codes,
        expiresAt: endOfDay(input.valid_until),
      })
      const made = describe(batch)
      return {
        answer: { ...made, csv: toCsv(codes, context.settings.origins.account) },
        target: `coupon batch ${batch.id}`,
        before: null,
        after: made,
      }
    },
  }),

  defineWrite({
    name: 'coupons void',
    summary: 'Makes the codes of a batch worthless that nobody has used.',
    http: { method: 'POST', path: '/coupon-batches/:id/void' },
    scope: 'coupons:write',
    refusals: ['not_found'],
    input: z.object({ id: Id.describe('the batch') }),
    output: Batch,
    run: async ({ tx, ...context }, { id }) => {
      const { before, after } = await voidBatch(tx, context, id)
      return { answer: describe(after), before: describe(before), after: describe(after) }
    },
  }),
]

async function requireProduct(tx: Tx, code: string): Promise<void> {
  const [product] = await tx.select().from(products).where(eq(products.code, code))
  if (!product) throw refusal(`There is no product ${code}: see "products list".`, 'product')
  // Nobody would manage it, or be given a place in it.
  if (journeysOf(product).share)
    throw refusal('It is for several people: choose a product for one.', 'product')
}

const describe = ({ productCode: product, size: codes, ...batch }: CouponBatch) =>
  inSnakeCase({ ...batch, product, codes, unused: codes - batch.used })

/** Midnight after a day of the publisher's calendar. */
const endOfDay = (day: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).toInstant()

/** CSV without quoting: no code or address needs it. */
const toCsv = (codes: readonly string[], account: string): string =>
  [
    'code,url',
    ...codes.map(code => `${code},${account}/predplatne-cez-kod?activation_code=${code}`),
    '',
  ].join('\n')
