import { useEffect, useState } from 'react'
import { outcomeParameters, readProviderOutcome } from '#contract/identity/providers.ts'
import { setParameters, useLocation } from '#web/lib/navigation/navigation.ts'

/** Outcome of an OAuth flow that returned to this page (R8.11). Read once and removed from the address. */
export function useProviderOutcome(): ReturnType<typeof readProviderOutcome> {
  const { search } = useLocation()
  const [came] = useState(() => readProviderOutcome(new URLSearchParams(search)))
  useEffect(() => {
    setParameters({ [outcomeParameters.provider]: null, [outcomeParameters.outcome]: null })
  }, [])
  return came
}
