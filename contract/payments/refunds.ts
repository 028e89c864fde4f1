import * as z from 'zod/mini'
import { Instant, Money } from '../wire.ts'

/** Money that is given back of a payment. */
export const Refund = z.object({
  id: z.int(),
  price: Money,
  way: z.enum(['card', 'transfer']),
  /** `arrived`: it is in the account; of a card nobody tells, so ten days after it was sent. */
  state: z.enum(['requested', 'sent', 'arrived']),
  requested_at: Instant,
  sent_at: z.nullable(Instant),
})
export type Refund = z.infer<typeof Refund>
