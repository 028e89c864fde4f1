import { useEffect } from 'react'
import { navigate } from '#web/lib/navigation/navigation.ts'

/** Leads on to another page, e.g. from a former address, or from a step whose predecessor was skipped. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
