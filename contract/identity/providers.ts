import * as z from 'zod/mini'
import type { ErrorKey } from '../errors.ts'

/** Providers whose accounts a reader may link (R1.10). */
export const Provider = z.enum(['google', 'facebook', 'apple'])
export type Provider = z.infer<typeof Provider>

/** Names of the providers, the same in every language. */
export const providerTitles: Record<Provider, string> = {
  google: 'Google',
  facebook: 'Facebook',
  apple: 'Apple',
}

/** Where a journey to a provider begins; `url` and `lang` go along. */
export const signInWithPath = '/login/with/:provider'

/** Where providers send the browser back, by GET or as a form. */
export const providerCallbackPath = '/login/with/:provider/callback'

/** The query by which the page that is come back to is told how it went. */
export const outcomeParameters = { provider: 'with', outcome: 'outcome' } as const

/** How a journey to a provider ended that did not sign in: nothing else is told by an address. */
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

/**
 * What an address tells of a journey to a provider.
 *
 * @param query of the page that was come back to; anybody may have written it
 */
export function readProviderOutcome(
  query: URLSearchParams,
): { provider: Provider; outcome: ProviderOutcome } | undefined {
  const provider = Provider.safeParse(query.get(outcomeParameters.provider))
  const outcome = providerOutcomes.find(each => each === query.get(outcomeParameters.outcome))
  return provider.success && outcome ? { provider: provider.data, outcome } : undefined
}
