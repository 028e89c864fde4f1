import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** What stands over the button of an order, in the language of the call (R11.08). */
export const OrderTerms = z.object({
  /** Version of the terms and the privacy notice. */
  version: z.string(),
  terms_url: z.string(),
  privacy_url: z.string(),
  /** That the order agrees to them, with <terms> and <privacy> around the words that lead there. */
  accept: z.string(),
  /** Withdrawal, for consumers: both texts have one version. */
  withdrawal: z.object({
    version: z.string(),
    /** That one may withdraw, within which time and how. */
    information: z.string(),
    /** The request to begin before the time of withdrawal is over. */
    begin_at_once: z.string(),
  }),
  /** Whether invoice addresses and VAT numbers of other countries can order (R11.05). */
  sells_abroad: z.boolean(),
})
export type OrderTerms = z.infer<typeof OrderTerms>

/** What was agreed to by pressing the button of an order: the versions that stood over it. */
export const AgreedTerms = z.strictObject({
  terms_version: z.string().check(z.maxLength(100, 'max_length')),
  /** Version of the withdrawal information; not shown for packages of companies. */
  withdrawal_version: z.optional(z.string().check(z.maxLength(100, 'max_length'))),
  /** Whether the buyer asked to begin before the time of withdrawal is over. */
  begin_at_once: z.optional(z.boolean()),
})
export type AgreedTerms = z.infer<typeof AgreedTerms>

export const readOrderTerms = endpoint({
  method: 'GET',
  path: '/rest/api/prv/v1/order-terms',
  summary: 'Terms, privacy and withdrawal, to be shown over the button of an order',
  tag: 'Orders',
  access: 'public',
  success: { status: 200, body: OrderTerms },
})
