import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Email, IdParam, UserParams, usersPath } from '../wire.ts'
import { Gift } from './gifts.ts'

export const changeGift = endpoint({
  tag: 'Gifts',
  access: 'reader',
  method: 'PATCH',
  path: `${usersPath}/gifts/:id`,
  summary: 'Change the address of a gift that was not activated; a link that was mailed no longer works',
  params: z.extend(UserParams, { id: IdParam }),
  body: z.strictObject({ email: Email }),
  success: { status: 200, body: Gift },
  refusals: ['gift_already_activated', 'gift_expired', 'too_many_gift_mails', 'user_anonymization_pending'],
})
