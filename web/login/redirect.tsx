import { useEffect } from 'react'
import { navigate } from '#web/lib/navigation.ts'

/** Redirects to another page of the login, e.g. from a step whose predecessor was skipped. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
