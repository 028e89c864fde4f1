import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Locale, UserParams, usersPath } from '../wire.ts'

const common = {
  path: `${usersPath}/extern-auth-service/:provider`,
  tag: 'Reader',
  access: 'reader',
  // An unknown provider is refused like one that is not linked.
  params: z.extend(UserParams, {
    provider: z.string().check(z.regex(/^[a-z]{1,20}$/, 'link_not_connected')),
  }),
} as const

export const linkExternAuthService = endpoint({
  ...common,
  method: 'POST',
  confirmedOnly: 'link_account_not_confirmed',
  summary: 'Begin to link an account of another provider: where the browser has to go',
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
  ...common,
  method: 'DELETE',
  summary:
    'Unlink an account of another provider, or `swg`: Subscribe with Google; the last way to sign in stays',
  success: { status: 204 },
  refusals: ['link_not_connected', 'link_last_sign_in'],
})
