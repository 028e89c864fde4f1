import * as z from 'zod/mini'
import { Instant } from '../wire.ts'

/**
 * What a notice on top may have to say beside the subscriptions themselves (R13.05). The browser has the order; one of
 * each kind at most.
 */
export const Concern = z.discriminatedUnion('kind', [
  /** The account is deleted then, unless its reader keeps it. */
  z.object({ kind: z.literal('anonymization'), at: Instant }),
  /** More devices read than may: those used longest ago open no locked content. */
  z.object({
    kind: z.literal('device'),
    devices: z.int(),
    limit: z.int(),
    /** Names of those that are shut out; of two with the same name also what each is: `Chrome, Android (tablet)`. */
    shut_out: z.array(z.string()),
    /** Whether the calling device is one of them. */
    is_this: z.boolean(),
  }),
  /** A gift, or an access of a company or a family, for the reader's own confirmed e-mail. */
  z.object({
    kind: z.literal('offer'),
    of: z.enum(['gift', 'company', 'family']),
    /** Null when the giver has no name here. */
    from: z.nullable(z.string()),
    product: z.string(),
    /** The first instant at which it can no longer be taken. */
    until: Instant,
    /** Its page, where it is taken by a button. */
    url: z.url(),
  }),
  /** Where the link that confirms the account was mailed; null `until` when none works. */
  z.object({ kind: z.literal('unconfirmed'), email: z.string(), until: z.nullable(Instant) }),
])
export type Concern = z.infer<typeof Concern>
export type ConcernOf<Kind extends Concern['kind']> = Extract<Concern, { kind: Kind }>
