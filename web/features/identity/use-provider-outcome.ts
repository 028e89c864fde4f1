import { useEffect, useState } from 'react'
import { outcomeParameters, readProviderOutcome } from '#contract/identity/providers.ts'
import { currentLocation, navigate } from '#web/lib/navigation.ts'

/** Outcome of an OAuth flow that returned to this page (R8.11). Read once and removed from the address. */
export function useProviderOutcome(): ReturnType<typeof readProviderOutcome> {
  const [came] = useState(() => readProviderOutcome(new URLSearchParams(currentLocation().search)))
  useEffect(() => {
    const { pathname, search, hash } = currentLocation()
    const query = new URLSearchParams(search)
    if (!query.has(outcomeParameters.outcome)) return
    for (const name of Object.values(outcomeParameters)) query.delete(name)
    const rest = query.toString()
    navigate(`${pathname}${rest && `?${rest}`}${hash}`, { replace: true })
  }, [])
  return came
}
