import { type ReactNode, useEffect } from 'react'
import { useProfile } from '#web/lib/reader/profile.ts'
import { loginAddressFor } from './login-redirect.ts'

/**
 * Shows its children to a signed-in reader; sends a visitor to the central login and back (R2.26). Where it is not known
 * who reads, the start asks once more.
 */
export function RequireLogin({ children }: { children: ReactNode }) {
  const { loaded, unknown } = useProfile()
  useEffect(() => {
    if (unknown) location.reload()
    else if (!loaded) location.replace(loginAddressFor(location))
  }, [loaded, unknown])
  return loaded ? children : null
}
