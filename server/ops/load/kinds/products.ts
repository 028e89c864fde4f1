import { isDeepStrictEqual } from 'node:util'
import { eq, notInArray } from 'drizzle-orm'
import * as z from 'zod'
import {
  AccessFlag,
  Audience,
  personalGroups,
  SubscriptionGroup,
} from '#contract/subscriptions/subscriptions.ts'
import { products } from '#server/modules/subscriptions/tables.ts'
import { Cents, Currency, Key, Texts } from '../fields.ts'
import { defineKind } from '../kind.ts'
import { RowFault } from '../load-error.ts'
import { fieldsChangedByOperators } from '../operator-changes.ts'
import { CalendarLength } from '../times.ts'
import { upsertRow } from '../upsert-row.ts'

/** A product in a file, and as input of operations. */
export const Product = z
  .strictObject({
    code: Key,
    group: SubscriptionGroup,
    audience: Audience,
    price_cents: Cents,
    print_cents: Cents.optional(),
    currency: Currency,
    length: CalendarLength,
    access: z.array(AccessFlag).min(1),
    device_limit: z.int().min(0).max(100),
    seats: z.int().min(1).max(10_000),
    renews_into: Key.nullish(),
    name: Texts,
    sold: z.boolean(),
  })
  // R1.22
  .refine(product => product.audience !== 'company' || !personalGroups.has(product.group), {
    path: ['group'],
    message: 'must not be standard, which companies are never sold; choose another group or audience.',
  })
  .refine(product => (product.print_cents ?? 0) <= product.price_cents, {
    path: ['print_cents'],
    message: 'must not be more than the whole price; correct one of them.',
  })

type Columns = typeof products.$inferInsert

/** Fields that a file decides, with their columns; fields that are validated together change together. */
const parts: readonly { fields: readonly string[]; columns: readonly Exclude<keyof Columns, 'code'>[] }[] = [
  { fields: ['group', 'audience'], columns: ['group', 'audience'] },
  { fields: ['price_cents', 'print_cents'], columns: ['priceCents', 'printCents'] },
  { fields: ['currency'], columns: ['currency'] },
  { fields: ['length'], columns: ['length'] },
  { fields: ['access'], columns: ['access'] },
  { fields: ['device_limit'], columns: ['deviceLimit'] },
  { fields: ['seats'], columns: ['seats'] },
  { fields: ['renews_into'], columns: ['renewsInto'] },
  { fields: ['name'], columns: ['nameSk', 'nameEn'] },
  { fields: ['sold'], columns: ['sold'] },
]

const columnsOf = (product: z.output<typeof Product>): Columns => ({
  code: product.code,
  group: product.group,
  audience: product.audience,
  priceCents: product.price_cents,
  printCents: product.print_cents ?? 0,
  currency: product.currency,
  length: product.length,
  access: product.access,
  deviceLimit: product.device_limit,
  seats: product.seats,
  renewsInto: product.renews_into ?? null,
  nameSk: product.name.sk,
  nameEn: product.name.en,
  sold: product.sold,
})

/** Products. A load keeps operators' later changes, and reports the conflicts. */
export const productsKind = defineKind({
  name: 'products',
  schema: Product,
  keyOf: product => product.code,
  write: async (context, product) => {
    const { tx, kept } = context
    const { code } = product
    const values = columnsOf(product)
    const [row] = kept
      ? await tx.select().from(products).where(eq(products.code, code)).for('no key update')
      : []
    const changed = row ? await fieldsChangedByOperators(tx, code) : new Set<string>()
    const theirs = parts.filter(({ fields }) => fields.some(field => changed.has(field)))
    const told = theirs.filter(({ columns }) =>
      columns.some(column => !isDeepStrictEqual(row?.[column], values[column])),
    )
    if (told.length > 0) kept?.push({ product: code, fields: told.flatMap(({ fields }) => fields) })
    return upsertRow(
      context,
      products,
      ['code'],
      theirs.flatMap(({ columns }) => columns),
      values,
    )
  },
  // Products may renew into each other, so this is checked after all are written.
  review: async ({ tx }) => {
    const lost = await tx
      .select({ code: products.code, renewsInto: products.renewsInto })
      .from(products)
      .where(notInArray(products.renewsInto, tx.select({ code: products.code }).from(products)))
    return lost.map(({ code: key, renewsInto }) => ({
      key,
      fault: new RowFault(
        ['renews_into'],
        `"renews_into" names the product "${renewsInto}", which is not there; add it or correct the code.`,
        { kind: 'products', key: renewsInto ?? '' },
      ),
    }))
  },
})
