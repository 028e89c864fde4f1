import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { UserParams, usersPath } from '../wire.ts'

export const unlinkExternAuthService = endpoint({
  method: 'DELETE',
  path: `${usersPath}/extern-auth-service/:provider`,
  summary: 'Unlink an account of another provider; the last way to sign in stays',
  tag: 'Reader',
  access: 'reader',
  // A provider that we do not know is one that is not linked.
  params: z.extend(UserParams, {
    provider: z.string().check(z.regex(/^[a-z]{1,20}$/, 'link_not_connected')),
  }),
  success: { status: 204 },
  refusals: ['link_not_connected', 'link_last_sign_in'],
})
