import type { FastifyBaseLogger } from 'fastify'
import { outcomeParameters, type ProviderOutcome, providerOutcomes } from '#contract/identity/providers.ts'
import {
  AnswerNotGenuine,
  ConsentDenied,
  type ProviderName,
  ProviderUnavailable,
} from '#server/gateways/identity-providers/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { BegunHandshake } from './handshake.ts'

/**
 * Redirect target when a handshake with a provider ended without a sign-in: the page where it began, which tells the
 * outcome.
 */
export function outcomeAddress(
  { origins }: Pick<Settings, 'origins'>,
  journey: { provider: ProviderName; purpose?: BegunHandshake['purpose'] | undefined },
  outcome: ProviderOutcome,
): string {
  const { provider, purpose } = journey
  const isLink = purpose?.kind === 'link'
  const address = new URL(isLink ? `${origins.account}/nastavenia` : `${origins.login}/login`)
  if (purpose?.kind === 'sign_in') address.searchParams.set('url', purpose.url)
  address.searchParams.set(outcomeParameters.provider, provider)
  address.searchParams.set(outcomeParameters.outcome, outcome)
  if (isLink) address.hash = 'linked-accounts'
  return address.href
}

/**
 * Maps an error to the outcome that the reader is told. What only the operator can mend is logged, without any untrusted
 * input.
 */
export function outcomeOf(
  error: unknown,
  { log, id: requestId }: { log: Pick<FastifyBaseLogger, 'warn' | 'error'>; id: string },
): ProviderOutcome {
  if (error instanceof ConsentDenied) return 'cancelled'
  if (error instanceof ProviderUnavailable) {
    log.warn({ reason: error.message, requestId }, 'identity provider unavailable')
    return 'link_provider_error'
  }
  if (error instanceof AnswerNotGenuine) {
    log.warn({ reason: error.message, requestId }, 'identity provider answer refused')
    return 'link_failed'
  }
  if (error instanceof AppError) {
    const known = providerOutcomes.find(each => each === error.faults[0]?.key)
    if (known) return known
  }
  log.error({ err: error, requestId }, 'sign-in with a provider failed')
  return 'link_failed'
}
