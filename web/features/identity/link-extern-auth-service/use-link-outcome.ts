import { useState } from 'react'
import { providerTitles, type readProviderOutcome } from '#contract/identity/providers.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { translate } from '#web/lib/texts/i18n.ts'
import { useProviderOutcome } from '../use-provider-outcome.ts'

export type LinkOutcome = { tone: 'good' | 'info' | 'error'; text: string }

/**
 * Outcome of an OAuth flow that returned to this page.
 *
 * @param isLinked whether an account is really linked, since anybody can make such an address
 */
export function useLinkOutcome(isLinked: (provider: string) => boolean): LinkOutcome | undefined {
  const came = useProviderOutcome()
  const [told] = useState(() => came && toldOf(came, isLinked))
  return told
}

function toldOf(
  came: NonNullable<ReturnType<typeof readProviderOutcome>>,
  isLinked: (provider: string) => boolean,
): LinkOutcome | undefined {
  const name = providerTitles[came.provider]
  if (came.outcome === 'linked') {
    return isLinked(came.provider) ? { tone: 'good', text: translate('linked.linked', { name }) } : undefined
  }
  if (came.outcome === 'cancelled') return { tone: 'info', text: translate('linked.cancelled', { name }) }
  return { tone: 'error', text: errorText(came.outcome) }
}
