import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Day, IdParam, Instant, UserParams, usersPath } from '../wire.ts'

/** A gift as its giver sees it. */
export const Gift = z.object({
  id: z.int(),
  email: z.string(),
  name: z.nullable(z.string()),
  message: z.nullable(z.string()),
  product: z.object({ code: z.string(), name: z.string() }),
  /** The day on which the link is mailed. */
  date: Day,
  /**
   * `planned`: its day is still to come; `expired`: nobody activated it in time; `cancelled`: its money goes back to the
   * giver, also when it was activated.
   */
  state: z.enum(['planned', 'sent', 'activated', 'expired', 'cancelled']),
  sent_at: z.nullable(Instant),
  activated_at: z.nullable(Instant),
  /** The first instant at which it can no longer be activated. */
  use_until: Instant,
  /** The last day on which its giver may withdraw from the contract; null afterwards. */
  withdraw_until: z.nullable(Day),
})
export type Gift = z.infer<typeof Gift>

const own = { tag: 'Gifts', access: 'reader' } as const
const params = z.extend(UserParams, { id: IdParam })

export const listGifts = endpoint({
  ...own,
  method: 'GET',
  path: `${usersPath}/gifts`,
  summary: 'Gifts that the reader has bought, newest first, and what became of them',
  params: UserParams,
  success: { status: 200, body: z.object({ items: z.array(Gift) }) },
})

export const sendGift = endpoint({
  ...own,
  method: 'POST',
  path: `${usersPath}/gifts/:id/send`,
  summary: 'Mail the link of a gift again, or before its day',
  params,
  success: { status: 200, body: Gift },
  refusals: [
    'gift_already_activated',
    'gift_expired',
    'invalid_email',
    'too_many_gift_mails',
    'user_anonymization_pending',
  ],
})
