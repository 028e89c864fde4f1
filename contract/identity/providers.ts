import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { ErrorKey } from '../errors.ts'
import { Locale } from '../wire.ts'
import { Provider } from './provider.ts'

/** Names of the providers, the same in every language. */
export const providerTitles: Record<Provider, string> = {
  google: 'Google',
  facebook: 'Facebook',
  apple: 'Apple',
}

/** What may be unlinked by its name: accounts of providers, and Subscribe with Google (decision 016). */
export const LinkName = z.enum([...Provider.options, 'swg'])
export type LinkName = z.infer<typeof LinkName>

/** Their names, the same in every language. */
export const linkTitles: Record<LinkName, string> = { ...providerTitles, swg: 'Subscribe with Google' }

/** Where a sign-in with a provider begins (OAuth redirect); takes `url` and `lang`. */
export const signInWithPath = '/login/with/:provider'

// Browsers navigate to these: success and failure both answer by a redirect.
const common = {
  tag: 'Central login',
  access: 'public',
  params: z.object({ provider: Provider }),
  refusals: ['not_found'],
} as const

export const signInWithProvider = endpoint({
  ...common,
  method: 'GET',
  path: signInWithPath,
  summary: 'Sign in with an account of another provider: on to its page',
  query: z.object({ url: z.optional(z.string()), lang: z.optional(Locale) }),
  success: { status: 302 },
})

/** Parameters of a provider's answer; others are ignored. */
const ProviderAnswer = z.object({
  code: z.optional(z.string()),
  state: z.optional(z.string()),
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
  iss: z.optional(z.string()),
})
const providerCallbackPath = '/login/with/:provider/callback'

export const returnFromProvider = endpoint({
  ...common,
  method: 'GET',
  path: providerCallbackPath,
  summary: 'Where a provider sends the browser back; the answer leads on, whatever came of it',
  query: ProviderAnswer,
  success: { status: 302 },
})

export const returnFromProviderByForm = endpoint({
  ...common,
  method: 'POST',
  path: providerCallbackPath,
  summary: 'The same for a provider that answers by a form: on to the address that takes the cookies along',
  // Safe: it only redirects to an address that requires the browser's own cookie.
  anyOrigin: true,
  staysIn: 'maintenance',
  bodyType: 'form',
  body: ProviderAnswer,
  success: { status: 303 },
})

/** Query parameters that tell the page of return the outcome. */
export const outcomeParameters = { provider: 'with', outcome: 'outcome' } as const

/**
 * Cookie that hands the provider's verified e-mail to the login after a refused sign-in, for a minute: an
 * address would leak it to logs and by the Referer.
 */
export const emailHintCookie = 'profil_email_hint'

/** Outcomes of an OAuth flow that did not sign in: the only ones that an address tells. */
export const providerOutcomes = [
  'linked',
  'cancelled',
  'link_already_linked',
  'link_used_by_another_user',
  'link_email_exists',
  'link_account_not_confirmed',
  'link_blocked',
  'link_failed',
  'link_provider_error',
  'link_provider_email_invalid',
  'user_anonymization_pending',
  'too_many_requests',
] as const satisfies readonly (ErrorKey | 'linked' | 'cancelled')[]
export type ProviderOutcome = (typeof providerOutcomes)[number]

/** Reads the outcome of an OAuth flow from an address. @param query of the page of return; untrusted */
export function readProviderOutcome(
  query: URLSearchParams,
): { provider: Provider; outcome: ProviderOutcome } | undefined {
  const provider = Provider.safeParse(query.get(outcomeParameters.provider))
  const outcome = providerOutcomes.find(each => each === query.get(outcomeParameters.outcome))
  return provider.success && outcome ? { provider: provider.data, outcome } : undefined
}
