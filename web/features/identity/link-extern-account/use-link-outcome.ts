import { useEffect, useState } from 'react'
import { outcomeParameters, providerTitles, readProviderOutcome } from '#contract/identity/providers.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { currentLocation, navigate } from '#web/lib/navigation.ts'
import { translate } from '#web/lib/texts/i18n.ts'

export type Told = { tone: 'good' | 'info' | 'error'; text: string }

/**
 * How a journey to a provider went that came back to this page. It is told once: the address keeps nothing of it.
 *
 * @param isLinked whether an account is linked; an address alone could tell that it was
 */
export function useLinkOutcome(isLinked: (provider: string) => boolean): Told | undefined {
  const [told] = useState(() => readTold(isLinked))
  useEffect(() => {
    const { pathname, search, hash } = currentLocation()
    const query = new URLSearchParams(search)
    if (!query.has(outcomeParameters.outcome)) return
    for (const name of Object.values(outcomeParameters)) query.delete(name)
    const rest = query.toString()
    navigate(`${pathname}${rest && `?${rest}`}${hash}`, { replace: true })
  }, [])
  return told
}

function readTold(isLinked: (provider: string) => boolean): Told | undefined {
  const came = readProviderOutcome(new URLSearchParams(currentLocation().search))
  if (!came) return undefined
  const name = providerTitles[came.provider]
  if (came.outcome === 'linked') {
    return isLinked(came.provider) ? { tone: 'good', text: translate('linked.linked', { name }) } : undefined
  }
  if (came.outcome === 'cancelled') return { tone: 'info', text: translate('linked.cancelled', { name }) }
  return { tone: 'error', text: errorText(came.outcome) }
}
