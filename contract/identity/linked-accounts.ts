import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParam, UserParams, usersPath } from '../wire.ts'

export const detachAccount = endpoint({
  method: 'DELETE',
  path: `${usersPath}/linked-accounts/:id`,
  summary:
    'Part a linked account from its main one; asked by the main account, or by the linked one with its own id',
  tag: 'Reader',
  access: 'reader',
  params: z.extend(UserParams, { id: IdParam }),
  success: { status: 204 },
  refusals: ['link_not_connected'],
})
