import { type ReactNode, useEffect } from 'react'
import { useProfile } from '#web/lib/reader/profile.ts'
import { loginAddressFor } from './login-redirect.ts'

/**
 * Shows its children to a signed-in reader; sends a visitor to the central login and back (R2.26). Where the
 * reader is unknown, the start is repeated.
 */
export function RequireLogin({ children }: { children: ReactNode }) {
  const { loaded, unknown } = useProfile()
  useEffect(() => {
    if (unknown) location.reload()
    else if (!loaded) location.replace(loginAddressFor(location))
  }, [loaded, unknown])
  return loaded ? children : null
}
