import { and, asc, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { planPrice } from '#server/modules/subscriptions/index.ts'
import { plannedPrices, products } from '#server/modules/subscriptions/tables.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { Day, Instant } from '../fields.ts'
import { Cents } from '../load/fields.ts'
import { Product } from '../load/kinds/products.ts'
import { defineRead, defineWrite, refusal } from '../operation.ts'
import { saveProduct } from './save-product.ts'

const code = Product.shape.code.describe('code of the product')
const ProductView = z.object({
  ...Product.shape,
  print_cents: Cents,
  renews_into: z.string().nullable(),
  length: z.string(),
})
const PriceView = z.object({
  product: z.string(),
  from: Day.describe('the first day on which it holds'),
  price_cents: Cents,
  print_cents: Cents,
  applied_at: Instant.nullable().describe('when the product took it; null while it is to come'),
  former_cents: Cents.nullable(),
})
const from = Day.describe('the first day on which it holds, a day to come')

export const productOperations = [
  defineRead({
    name: 'products list',
    summary: 'Lists what is sold and what was.',
    http: { method: 'GET', path: '/products' },
    scope: 'products:read',
    input: z.object({
      code: code.optional(),
      sold: z.boolean().optional().describe('only those that are sold, or only those that are not'),
    }),
    output: z.object({ items: z.array(ProductView) }),
    run: async ({ db }, wanted) => {
      const rows = await db
        .select()
        .from(products)
        .where(
          and(
            wanted.code === undefined ? undefined : eq(products.code, wanted.code),
            wanted.sold === undefined ? undefined : eq(products.sold, wanted.sold),
          ),
        )
        .orderBy(asc(products.code))
      return { answer: { items: rows.map(describe) } }
    },
  }),

  defineWrite({
    name: 'products add',
    summary: 'Adds a product, as products.json describes one.',
    http: { method: 'POST', path: '/products' },
    scope: 'products:write',
    input: z.object(Product.shape),
    output: ProductView,
    run: async (context, product) => {
      const added = describe(await saveProduct(context, product, 'add'))
      return { answer: added, target: `product ${product.code}`, before: null, after: added }
    },
  }),

  defineWrite({
    name: 'products change',
    summary: 'Changes parts of a product from now on; what was ordered and paid before stays as it was.',
    http: { method: 'PATCH', path: '/products/:code' },
    scope: 'products:write',
    refusals: ['not_found'],
    input: z.object({ ...z.object(Product.shape).partial().shape, code }),
    output: ProductView,
    run: async (context, changes) => {
      const row = await findProduct(context.tx, changes.code)
      if (!row) throw new AppError({ key: 'not_found', field: 'code' })
      const before = describe(row)
      const after = describe(await saveProduct(context, { ...before, ...changes }, 'change'))
      if (JSON.stringify(after) === JSON.stringify(before)) {
        throw refusal('Nothing would change: name what is to be different.')
      }
      return { answer: after, before, after }
    },
  }),

  defineRead({
    name: 'prices list',
    summary: 'Lists the prices that are planned, and those that came so.',
    http: { method: 'GET', path: '/prices' },
    scope: 'products:read',
    refusals: ['not_found'],
    input: z.object({ code: code.optional() }),
    output: z.object({ items: z.array(PriceView) }),
    run: async ({ db }, wanted) => {
      const rows = await db
        .select()
        .from(plannedPrices)
        .where(wanted.code === undefined ? undefined : eq(plannedPrices.productCode, wanted.code))
        .orderBy(asc(plannedPrices.productCode), desc(plannedPrices.fromDay))
      return { answer: { items: rows.map(describePrice) } }
    },
  }),

  defineWrite({
    name: 'prices plan',
    summary:
      'Plans the price of a product from a day on, or another one for a day that is planned already. Readers are told at least 30 days before it is charged to them.',
    http: { method: 'PUT', path: '/products/:code/prices/:from' },
    scope: 'products:write',
    refusals: ['not_found'],
    input: z.object({
      code,
      from,
      price_cents: Cents.describe('the whole price, VAT included'),
      print_cents: Cents.default(0).describe('how much of it is for the printed daily'),
    }),
    output: PriceView,
    run: async ({ tx, clock }, input) => {
      const { before, after } = await planPrice(
        tx,
        { clock },
        {
          productCode: input.code,
          fromDay: input.from,
          priceCents: input.price_cents,
          printCents: input.print_cents,
        },
      )
      if (!after) throw new Error('A price that was planned is not there')
      const planned = describePrice(after)
      return { answer: planned, before: before ? describePrice(before) : null, after: planned }
    },
  }),

  defineWrite({
    name: 'prices cancel',
    summary: 'Takes back a price that is planned.',
    http: { method: 'DELETE', path: '/products/:code/prices/:from' },
    scope: 'products:write',
    refusals: ['not_found'],
    input: z.object({ code, from }),
    output: PriceView,
    run: async ({ tx, clock }, input) => {
      const { before } = await planPrice(
        tx,
        { clock },
        {
          productCode: input.code,
          fromDay: input.from,
          priceCents: null,
          printCents: 0,
        },
      )
      if (!before) throw new Error('A price that was taken back was not there')
      return { answer: describePrice(before), before: describePrice(before), after: null }
    },
  }),
]

async function findProduct(tx: Tx, productCode: string) {
  const [row] = await tx.select().from(products).where(eq(products.code, productCode)).for('no key update')
  return row
}

const describe = ({ nameSk: sk, nameEn: en, ...row }: typeof products.$inferSelect) =>
  ProductView.parse({ ...inSnakeCase(row), name: { sk, en } })

const describePrice = ({ productCode: product, fromDay, ...row }: typeof plannedPrices.$inferSelect) =>
  inSnakeCase({ ...row, product, from: fromDay })
