import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { AccessFlag, Audience, SubscriptionGroup } from '../subscriptions/subscriptions.ts'
import { Money } from '../wire.ts'

/** The part of a price that is taxed at one rate. */
export const VatLine = z.object({ rate_percent: z.number(), gross: Money, net: Money, vat: Money })

/** A product, in the language of the call. Prices include VAT. */
export const Product = z.object({
  code: z.string(),
  group: SubscriptionGroup,
  audience: Audience,
  name: z.string(),
  price: Money,
  vat: z.array(VatLine),
  /** Calendar length of the period that the price is for, e.g. P1Y or P4W. */
  length: z.string(),
  access: z.array(AccessFlag),
  /** Device limit; 0 when devices are not counted. */
  device_limit: z.int(),
  seats: z.int(),
  /** Whether it renews by itself when it is paid for by card. */
  renews: z.boolean(),
})
export type Product = z.infer<typeof Product>

export const listProducts = endpoint({
  method: 'GET',
  path: '/rest/api/prv/v1/products',
  summary: 'What is sold, to whom, for how much and how long, in the language of Accept-Language',
  tag: 'Orders',
  access: 'public',
  success: { status: 200, body: z.object({ items: z.array(Product) }) },
})
