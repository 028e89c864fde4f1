import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Locale, UserParams, usersPath } from '../wire.ts'

// An unknown provider is refused like one that is not linked.
const params = z.extend(UserParams, {
  provider: z.string().check(z.regex(/^[a-z]{1,20}$/, 'link_not_connected')),
})

export const linkExternAuthService = endpoint({
  method: 'POST',
  path: `${usersPath}/extern-auth-service/:provider`,
  confirmedOnly: 'link_account_not_confirmed',
  summary: 'Begin to link an account of another provider: where the browser has to go',
  tag: 'Reader',
  access: 'reader',
  params,
  body: z.strictObject({ locale: Locale }),
  success: { status: 200, body: z.object({ redirect_url: z.url() }) },
  refusals: [
    'link_not_connected',
    'link_already_linked',
    'link_account_not_confirmed',
    'link_provider_error',
    'user_anonymization_pending',
    'too_many_requests',
    'user_not_found',
  ],
})

export const unlinkExternAuthService = endpoint({
  method: 'DELETE',
  path: `${usersPath}/extern-auth-service/:provider`,
  summary: 'Unlink an account of another provider; the last way to sign in stays',
  tag: 'Reader',
  access: 'reader',
  params,
  success: { status: 204 },
  refusals: ['link_not_connected', 'link_last_sign_in'],
})
